"""What the recipes for Flask and FastAPI share: copy it with the one that you take. See CONTRACT.md."""

import asyncio
import json
import os
import re

import httpx

LONGEST_BODY = 16_384
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]  # all but POST are refused
MEMBERS = {"amount", "currency", "reference", "description", "customer", "payment_method", "metadata"}


def setting(name, pattern, expected):
    """From the environment. Where one is missing or wrong, nothing is served."""
    value = os.environ.get(name, "")
    if not re.match(pattern, value):
        raise RuntimeError(f"{name} has to be {expected}.")
    return value


MODE = setting("PAYMENTS_MODE", r"(test|live)\Z", "test or live")
API_KEY = setting("PAYMENTS_API_KEY", r"[\x21-\x7e]+\Z", "the API key, without spaces")
BASE_URL = setting(
    "PAYMENTS_BASE_URL",
    r"https?://[^/]" if MODE == "test" else r"https://[^/]|http://(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]+)?(/|\Z)",
    "an http(s) address, with a Live key https",  # or http on this machine
)
ALWAYS = {"Payments-Mode": MODE, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}

LONGEST_WAIT = 30  # in seconds
OPTIONS = {"timeout": httpx.Timeout(LONGEST_WAIT, connect=5), "follow_redirects": False, "trust_env": False}
URL = BASE_URL.rstrip("/") + "/v1/payments"


class Problem(Exception):
    def __init__(self, status, code, detail, outcome="not_charged", **more):
        super().__init__(detail)
        self.status = status
        self.headers = {"Allow": "POST"} if status == 405 else {}
        self.document = {
            "type": "about:blank", "title": "Payment refused", "status": status,
            "detail": detail, "code": code, "outcome": outcome, **more,
        }

    def answer(self):
        return self.status, json.dumps(self.document), {**ALWAYS, **self.headers, "Content-Type": "application/problem+json"}


def price_of(reference):
    """What an order costs. Yours are in a database."""
    price = {"amount": 4999, "currency": "EUR"}
    if MODE == "test" and reference.startswith("check-proxy-"):
        return price
    return {"order-1042": price}.get(reference)


def check_head(method, path, headers, host):
    """Before the body is read."""
    if path != "v1/payments":
        raise Problem(404, "not_found", "Expected /pay/v1/payments.")
    if method != "POST":
        raise Problem(405, "not_found", "Expected POST.")
    origin, site = headers.get("Origin"), headers.get("Sec-Fetch-Site")
    is_own = site in ("same-origin", "none") if site else origin in (None, f"http://{host}", f"https://{host}")
    if not is_own:
        raise Problem(403, "origin_not_allowed", "Pages of this origin may not use this proxy.")
    if headers.get("Content-Type", "").split(";")[0].strip().lower() != "application/json":
        raise Problem(415, "invalid_request", "Expected Content-Type: application/json.")
    if headers.get("Content-Encoding"):
        raise Problem(415, "invalid_request", "Expected no Content-Encoding: nothing is unpacked here.")
    if not re.fullmatch(r"[A-Za-z0-9_-]{22,255}", headers.get("Idempotency-Key", "")):
        raise Problem(400, "invalid_request", "Expected an Idempotency-Key.")
    if int(headers.get("Content-Length") or 0) > LONGEST_BODY:
        raise Problem(413, "invalid_request", "The body is too long.")


def to_request(body, key):
    """What goes to the service, and the card, which its answer must not repeat."""
    if len(body) > LONGEST_BODY:
        raise Problem(413, "invalid_request", "The body is too long.")
    try:
        payment = json.loads(body)
    except (ValueError, RecursionError):
        payment = None
    if not isinstance(payment, dict):
        raise Problem(400, "invalid_request", "The body is not JSON.")
    if payment.keys() - MEMBERS:
        raise Problem(422, "invalid_request", "The body has members of no payment.")
    price = price_of(str(payment.get("reference", "")))
    if not price:
        raise Problem(404, "unknown_order", "There is no such order.")
    if {name: payment.get(name) for name in price} != price:
        raise Problem(409, "amount_changed", "The amount of this order has changed.", **price)
    try:
        # What was looked at is sent, and not the text that it was read from: two readers may read that in two ways.
        content = json.dumps({**payment, **price}, allow_nan=False)
    except ValueError:
        raise Problem(422, "invalid_request", "The body has a number that is none.") from None
    headers = {
        "Authorization": f"Bearer {API_KEY}", "Content-Type": "application/json",
        "Accept": "application/json", "Idempotency-Key": key,
    }
    method = payment.get("payment_method")
    card = method.get("card") if isinstance(method, dict) else None
    return {"content": content, "headers": headers}, card if isinstance(card, dict) else {}


async def send(outgoing):
    """Once, nowhere else, and not for ever: httpx by itself begins to count anew with every byte that comes."""
    async with httpx.AsyncClient(**OPTIONS) as client:
        try:
            return await asyncio.wait_for(client.post(URL, **outgoing), LONGEST_WAIT)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            raise Problem(502, "service_unreachable", "The payments service cannot be reached.") from None
        except (httpx.TimeoutException, asyncio.TimeoutError):
            raise Problem(504, "timeout", "The payments service is silent.", "unknown") from None
        except httpx.HTTPError:
            raise Problem(502, "connection_lost", "The connection to the payments service broke.", "unknown") from None


def repeats_secret(text, card):
    if API_KEY in text:
        return True
    number, code = (re.sub(r"[^0-9]", "", str(card.get(name, ""))) for name in ("number", "cvc"))
    # A number, whatever stands between its digits; a security code by its name: elsewhere three digits are something else.
    if number and number in re.sub(r"[^0-9]", "", text):
        return True
    name = r"(cv|csc|cid|security|verification|card_?code)[\w ]{0,30}\W{1,30}"
    return bool(code and re.search(rf"{name}{code}\b", text, re.IGNORECASE))


def to_answer(service, card):
    """Status, JSON and Retry-After of the service, and nothing else."""
    text = service.text
    try:
        json.loads(text or "null")
    except (ValueError, RecursionError):
        text = None
    if text is None or 300 <= service.status_code < 400:
        raise Problem(502, "unreadable_answer", "The payments service gave no answer that can be read.", "unknown")
    if repeats_secret(text, card):
        text = "{}"  # told by its status alone
    headers = {**ALWAYS, "Content-Type": "application/json"}
    if "Retry-After" in service.headers:
        headers["Retry-After"] = service.headers["Retry-After"]
    return service.status_code, text, headers
