"""A shop with one article in Flask. The program answers below /pay/; see README.md."""

from flask import Flask, abort, redirect, render_template, request

from payments import HEADERS, create_order, find_order, receive_settled

app = Flask(__name__, static_url_path="")


@app.get("/")
def shop():
    return render_template("shop.html"), HEADERS


@app.post("/orders")
def buy():
    return redirect(f"/orders/{create_order(4999, 'EUR')}", 303)


@app.get("/orders/<reference>")
def checkout(reference):
    order = find_order(reference) or abort(404)
    return render_template("paid.html" if order["is_paid"] else "checkout.html", order=order), HEADERS


@app.post("/settled")
def settled():
    return "", receive_settled(request.headers, request.get_data())
