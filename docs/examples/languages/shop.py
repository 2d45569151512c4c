"""A shop with one article: pip install flask pyjwt && python3 -m flask --app shop run --port 8000"""

import base64
import hashlib
import hmac
import os
import secrets
import sqlite3
import time

import jwt
from flask import Flask, render_template_string, request

app = Flask(__name__, static_folder="public", static_url_path="")


# #region token
def read_secret(name: str) -> str:
    """A secret in the environment."""
    secret = os.environ[name]
    if len(secret) < 32:
        raise ValueError(f"{name} is too short.")  # anyone could sign with an empty key
    return secret


def create_order_token(reference: str, amount: int, currency: str) -> str:
    """A token that permits to pay this order, at this price, for an hour. Give it only to the shopper whose order it is."""
    claims = {"reference": reference, "amount": amount, "currency": currency, "exp": int(time.time()) + 3600}
    return jwt.encode(claims, read_secret("ORDER_TOKEN_SECRET"), algorithm="HS256")
# #endregion token


# #region webhook
def is_signed(headers, body: bytes, secret: str) -> bool:
    """Whether the program has signed this webhook less than five minutes ago."""
    event_id, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{event_id}.{sent}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    signatures = headers.get("webhook-signature", "").split(" ")
    matches = any(hmac.compare_digest(expected, signature.encode()) for signature in signatures)
    return matches and abs(time.time() - int(sent)) <= 300


@app.post("/settled")
def settled():
    """The program repeats its webhook until it gets a 2xx."""
    if not is_signed(request.headers, request.get_data(), read_secret("SETTLED_SECRET")):
        return "", 401
    payment = request.get_json()["data"]
    if payment["outcome"] != "paid":
        return "", 204
    order = (payment["reference"], payment["amount"], payment["currency"])
    price = "reference = ? AND amount = ? AND currency = ?"
    with open_orders() as orders:
        mark = f"UPDATE orders SET paid_at = CURRENT_TIMESTAMP WHERE {price} AND paid_at IS NULL"
        if orders.execute(mark, order).rowcount == 1:
            print(f"Ship {order[0]}.", flush=True)  # in your shop: a job, created in this transaction
        if not orders.execute(f"SELECT 1 FROM orders WHERE {price}", order).fetchone():
            print(f"Check {order[0]}: no order has this price.", flush=True)
    return "", 204
# #endregion webhook


# Replace the rest with your shop.
CHECKOUT = """<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Checkout</title>
  <style>
    :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
    body { max-width: 26rem; margin: 2rem auto; padding: 0 1rem; }
  </style>
  <script type="module" src="/payment-widget/payment-widget.js"></script>
  <h1>Checkout</h1>
  <p>Order number: {{ reference }}</p>
  <payment-widget proxy-url="{{ proxy_url }}" amount="4999" currency="EUR" reference="{{ reference }}"
    order-token="{{ token }}"></payment-widget>
</html>"""


def open_orders() -> sqlite3.Connection:
    orders = sqlite3.connect("orders.sqlite")
    orders.execute("CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, amount INT, currency TEXT, paid_at TEXT)")
    return orders


@app.get("/")
def checkout():
    reference = f"order-{secrets.token_hex(10)}"
    with open_orders() as orders:
        orders.execute("INSERT INTO orders VALUES (?, 4999, 'EUR', NULL)", (reference,))
    page = render_template_string(
        CHECKOUT,
        proxy_url=os.environ.get("PROXY_URL", "/pay"),
        reference=reference,
        token=create_order_token(reference, 4999, "EUR"),
    )
    return page, {"Cache-Control": "no-store"}
