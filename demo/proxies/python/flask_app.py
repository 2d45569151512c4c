"""A payment proxy at /pay, in Flask."""

import asyncio

from flask import Blueprint, Flask, Response, request

from payments import LONGEST_BODY, METHODS, Problem, check_head, send, to_answer, to_request

routes = Blueprint("payments", __name__)


@routes.route("/pay/<path:path>", methods=METHODS, provide_automatic_options=False)
def pay(path):
    try:
        check_head(request.method, path, request.headers, request.host)
        outgoing, card = to_request(request.stream.read(LONGEST_BODY + 1), request.headers["Idempotency-Key"])
        answer = to_answer(asyncio.run(send(outgoing)), card)
    except Problem as problem:
        answer = problem.answer()
    status, text, headers = answer
    return Response(text, status, headers)


app = Flask(__name__)  # or your own
app.register_blueprint(routes)
