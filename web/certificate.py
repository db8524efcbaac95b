"""A certificate of the table's own, so that browsers may use a phone's camera. Browsers warn about it once, because
nobody but this computer vouches for it."""

from __future__ import annotations

import datetime
import ipaddress
import os
from pathlib import Path

from web.addresses import host_names, local_address

_VALID_DAYS = 397
_RENEW_DAYS = 30


class CertificateError(Exception):
    """No certificate can be made; the message is one sentence that says what to do."""


def local_certificate(folder: Path) -> tuple[str, str]:
    """The paths of a certificate and its key in `folder`, made anew when there is none, it runs out within a
    month, or the computer's address has changed. Raises CertificateError."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.x509.oid import NameOID
    except ImportError:
        raise CertificateError(
            "For https the package cryptography is needed: make install, or pip install 'cryptography>=43'."
        ) from None

    certificate_file, key_file = folder / "certificate.pem", folder / "certificate-key.pem"
    addresses = sorted({local_address(), "127.0.0.1"})
    now = datetime.datetime.now(datetime.UTC)
    try:
        known = x509.load_pem_x509_certificate(certificate_file.read_bytes())
        named = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        covered = {str(address) for address in named.get_values_for_type(x509.IPAddress)}
        fresh = known.not_valid_after_utc - now > datetime.timedelta(days=_RENEW_DAYS)
        if fresh and covered >= set(addresses) and key_file.is_file():
            return str(certificate_file), str(key_file)
    except (OSError, ValueError, x509.ExtensionNotFound):
        pass

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Scheids")])
    names: list[x509.GeneralName] = [x509.DNSName(host) for host in sorted(host_names() | {"localhost"})]
    names += [x509.IPAddress(ipaddress.ip_address(address)) for address in addresses]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=_VALID_DAYS))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(key_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as out:
            out.write(private)
        certificate_file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    except OSError as problem:
        raise CertificateError(
            f"The certificate cannot be kept in {folder}: {problem.strerror}."
        ) from problem
    return str(certificate_file), str(key_file)
