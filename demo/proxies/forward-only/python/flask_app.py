"""A payment proxy at /pay for Flask."""

import asyncio

from flask import Blueprint, Flask, Response, request

from payments import MAX_BODY_BYTES, METHODS, Problem, check_headers, send, to_response, to_request

routes = Blueprint("payments", __name__)


@routes.route("/pay/<path:path>", methods=METHODS, provide_automatic_options=False)
def pay(path):
    try:
        check_headers(request.method, path, request.headers, request.host)
        outgoing, card = to_request(request.stream.read(MAX_BODY_BYTES + 1), request.headers["Idempotency-Key"])
        response = to_response(asyncio.run(send(outgoing)), card)
    except Problem as problem:
        response = problem.response()
    status, text, headers = response
    return Response(text, status, headers)


app = Flask(__name__)  # or your own application
app.register_blueprint(routes)
