// Keeps the shell of the pages at hand so that they open at once; never anything that the table says.
const SHELL = "scheids-shell";
const PAGES = ["/", "/screen", "/phone", "/history", "/scores", "/setup", "/camera", "/teach", "/print"];

const isShell = (url) => url.origin === self.location.origin && !/^\/(api|j|h)(\/|$)/.test(url.pathname);

/** What a page names in its head: without these its kept copy would stay empty. */
const named = (page) => [...page.matchAll(/(?:href|src)="(\/(?:scripts|styles|icons)\/[\w./-]+)"/g)].map(([, path]) => path);

async function keepShell() {
  const shell = await caches.open(SHELL);
  await shell.addAll(PAGES);
  const pages = await Promise.all(PAGES.map(async (path) => (await shell.match(path)).text()));
  await shell.addAll(new Set(pages.flatMap(named)));
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

// The network first, so that an updated Scheids is never shown with old pages; the kept copy when it does not answer.
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !isShell(url)) return;
  event.respondWith(
    fetch(event.request)
      .then((answer) => {
        if (answer.ok && answer.type === "basic" && !answer.redirected) {
          const copy = answer.clone();
          event.waitUntil(caches.open(SHELL).then((shell) => shell.put(url.pathname, copy)));
        }
        return answer;
      })
      .catch(async () => (await caches.match(url.pathname)) ?? Response.error()),
  );
});
