# Postgres, NATS and Redis for compose.yaml on machines without access to an image registry. They replace
# the official images for tests only; servers.sh builds them.
ARG BASE=localhost/muster-base:latest

FROM ${BASE} AS postgres
COPY postgres /usr/local/pgsql
COPY postgres-entrypoint pg_isready /usr/local/bin/
ENV PATH=/usr/local/pgsql/bin:/usr/local/bin:/usr/sbin:/usr/bin:/bin \
    PGDATA=/var/lib/postgresql/18/docker
RUN useradd --system --uid 999 --home-dir /var/lib/postgresql --create-home postgres
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["postgres-entrypoint"]
CMD ["postgres"]

FROM ${BASE} AS nats
COPY nats-server /usr/local/bin/
VOLUME /data
ENTRYPOINT ["nats-server"]

FROM ${BASE} AS redis
RUN apt-get update && apt-get install --yes --no-install-recommends redis-server \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o redis -g redis /data
USER redis
WORKDIR /data
VOLUME /data
COPY redis-entrypoint /usr/local/bin/
ENTRYPOINT ["redis-entrypoint"]
CMD ["redis-server"]
