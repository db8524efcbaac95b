// Photographs from this device, made small enough to send quickly.

/** The picture at 2,000 pixels at most: enough to read cards from. */
export async function shrunk(file) {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture || Math.max(picture.width, picture.height) <= 2000) return file;
  const scale = 2000 / Math.max(picture.width, picture.height);
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), "image/jpeg", 0.9));
}
