"""Order tokens, webhooks and the orders of the shop, for Flask and FastAPI. Copy this file with either of them."""

import base64
import hashlib
import hmac
import json
import os
import secrets
import sqlite3
import time
from contextlib import closing
from pathlib import Path

# See docs/csp.md.
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types payment-widget"
    ),
}


def read_secret(name: str) -> str:
    """The text of a secret file, without its line break."""
    secret = Path(os.environ[f"{name}_FILE"]).read_text().strip()
    if len(secret) < 32:
        raise ValueError(f"{name} is too short.")  # anyone could sign with an empty key
    return secret


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


# #region order-token
def create_order_token(reference: str, amount: int, currency: str, secret: str) -> str:
    """A token that permits to pay this order, at this price, for an hour. Give it only to the shopper whose order it is."""
    claims = {"reference": reference, "amount": amount, "currency": currency, "exp": int(time.time()) + 3600}
    signed = base64url(b'{"alg":"HS256"}') + "." + base64url(json.dumps(claims).encode())
    return signed + "." + base64url(hmac_sha256(secret.encode(), signed.encode()))
# #endregion order-token


# #region webhook
def verify_webhook(headers, body: bytes, secret: str) -> dict:
    """Returns the event, which the program has signed less than five minutes ago."""
    event_id, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = b"v1," + base64.b64encode(hmac_sha256(key, f"{event_id}.{sent}.".encode() + body))
    signatures = headers.get("webhook-signature", "").split(" ")
    matches = any(hmac.compare_digest(expected, signature.encode()) for signature in signatures)
    if not matches or abs(time.time() - int(sent)) > 300:
        raise PermissionError("Not a webhook of the program.")
    return json.loads(body)
# #endregion webhook


# The rest is the shop. Replace it with your database.


def query(statement: str, *values):
    with closing(sqlite3.connect(os.environ.get("ORDERS_FILE", "orders.sqlite"))) as database, database:
        database.execute("CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, amount INT, currency TEXT, paid_at TEXT)")
        cursor = database.execute(statement, values)
        return cursor.fetchall() if cursor.description else cursor.rowcount


def create_order(amount: int, currency: str) -> str:
    """Returns a reference that is hard to guess."""
    reference = f"order-{secrets.token_hex(10)}"
    query("INSERT INTO orders VALUES (?, ?, ?, NULL)", reference, amount, currency)
    return reference


def find_order(reference: str) -> dict | None:
    """The order with its token, for its checkout page. In your shop, compare it with the shopper's session."""
    for amount, currency, paid_at in query("SELECT amount, currency, paid_at FROM orders WHERE reference = ?", reference):
        order = {"reference": reference, "amount": amount, "currency": currency}
        token = create_order_token(**order, secret=read_secret("ORDER_TOKEN_SECRET"))
        return {**order, "is_paid": paid_at is not None, "token": token}
    return None


# #region settled
def receive_settled(headers, body: bytes) -> int:
    """The webhook of the program, which repeats it until it gets a 2xx. Returns the status of the response."""
    try:
        payment = verify_webhook(headers, body, read_secret("SETTLED_SECRET"))["data"]
    except PermissionError:
        return 401
    reference, is_paid = payment["reference"], payment["outcome"] == "paid"
    if is_paid and mark_paid(reference, payment["amount"], payment["currency"]):
        print(f"Ship {reference}.", flush=True)  # in your shop: a job, created in one transaction with the mark
    elif is_paid and not (find_order(reference) or {}).get("is_paid"):
        print(f"Check {reference}: it was paid, but no order has this reference and price.", flush=True)
    return 204


def mark_paid(reference: str, amount: int, currency: str) -> bool:
    """Returns whether this call marked the order as paid: the database lets only one of several calls do it."""
    change = "UPDATE orders SET paid_at = CURRENT_TIMESTAMP WHERE reference = ? AND amount = ? AND currency = ? AND paid_at IS NULL"
    return query(change, reference, amount, currency) == 1
# #endregion settled
