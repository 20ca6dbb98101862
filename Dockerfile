# The product as an image: one for every role (PADRON_ROLE). Built in three stages so that what runs holds no compiler, no test and no
# package of the console's build. It runs as `node` (1000), needs to write only /data and /tmp, and stops on SIGTERM in order.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# What the console is built from: everything that package-lock.json says.
FROM ${NODE_IMAGE} AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY simulator/package.json simulator/
COPY web/package.json web/
RUN npm ci --ignore-scripts --loglevel=error
COPY tsconfig.base.json .
COPY contract contract
COPY web web
RUN cd web && NODE_ENV=production node ../node_modules/vite/bin/vite.js build --logLevel warn

# What runs: the packages of the server and of the simulated portals only.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY simulator/package.json simulator/
COPY web/package.json web/
RUN npm ci --ignore-scripts --omit=dev --loglevel=error \
      --workspace contract --workspace server --workspace simulator

FROM ${NODE_IMAGE} AS run
LABEL org.opencontainers.image.title="Padrón" \
      org.opencontainers.image.description="Consola de flotas: adeudos y vencimientos de cada vehículo en México y Colombia"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    PADRON_DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json package-lock.json ./
COPY contract contract
COPY server server
COPY simulator simulator
COPY --from=console /app/web/dist web/dist
COPY --chmod=755 deploy/image/padron /usr/local/bin/padron
# The embedded database's package lacks its symlinks (npm packs none), and `node` may write nothing here. /backups is for the volume that
# backups are written to: a new one takes its owner from here.
RUN node --input-type=module -e "await (await import('/app/server/src/db/embedded/files.ts')).nativeFolder()" \
 && mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# An hour to start: the first process of a new release migrates before it answers. One that answers sooner is well at once.
HEALTHCHECK --interval=10s --timeout=3s --start-period=1h --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/src/bin/start.ts"]
