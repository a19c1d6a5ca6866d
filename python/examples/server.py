"""A server that analyses positions: pip install './python[server]', and in the root of the repository

    uvicorn --app-dir python/examples server:app

A search ends when its client goes away, or ten seconds after the request, the wait for an engine included: a busy
server answers 503. The server ends with the last search.
"""

import asyncio
from contextlib import asynccontextmanager
from typing import Annotated

import seajay
from fastapi import FastAPI, HTTPException, Query, Request

#: A few seconds of one engine.
MAX_NODES = 10_000_000


@asynccontextmanager
async def lifespan(app: FastAPI):
    async with seajay.EnginePool() as app.state.pool:
        yield


app = FastAPI(lifespan=lifespan)


@app.get("/analyse")
async def analyse(request: Request, fen: str, nodes: Annotated[int, Query(le=MAX_NODES)] = 100_000):
    async def client_leaves():
        while not await request.is_disconnected():
            await asyncio.sleep(0.1)

    search = asyncio.ensure_future(app.state.pool.analyse(fen, seajay.Limit(nodes=nodes)))
    tasks = [search, asyncio.ensure_future(client_leaves())]
    done, unfinished = await asyncio.wait(tasks, timeout=10, return_when=asyncio.FIRST_COMPLETED)
    for task in unfinished:
        task.cancel()
    if search not in done:
        raise HTTPException(503)
    try:
        return seajay.to_dict(search.result())
    except seajay.EngineError as error:
        raise HTTPException(400, str(error))
