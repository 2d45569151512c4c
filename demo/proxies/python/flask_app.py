"""A payment proxy at /pay, in Flask."""

import asyncio

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from payments import ALWAYS, LONGEST_BODY, Problem, check_head, send, to_answer, to_request

app = Flask(__name__)


@app.post("/pay/v1/payments")
def pay():
    check_head(request.headers, request.host)
    outgoing, card = to_request(request.stream.read(LONGEST_BODY + 1), request.headers["Idempotency-Key"])
    return to_response(to_answer(asyncio.run(send(outgoing)), card))


@app.errorhandler(Problem)
def on_problem(problem):
    return to_response(problem.answer())


@app.errorhandler(HTTPException)
def on_error(error):
    return to_response(Problem(error.code, "not_found", "Expected POST …/v1/payments.").answer())


@app.after_request
def on_every_answer(response):
    response.headers.update(ALWAYS)  # OPTIONS is answered by Flask itself
    return response


def to_response(answer):
    status, text, headers = answer
    return Response(text, status, headers)
