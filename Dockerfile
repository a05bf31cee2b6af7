# syntax=docker/dockerfile:1

# With a database of your own:
#   docker build -t mirabel .
#   docker run -p 3000:3000 -e DATABASE_URL=postgres://… -e MB_ENCRYPTION_KEY="$(openssl rand -base64 32)" mirabel
# To try it with the embedded PostgreSQL and the demo shop, data in a volume:
#   docker run -p 3000:3000 -v mirabel-data:/data mirabel
# With PostgreSQL beside it: see docker-compose.yml.

FROM node:24-slim AS build
WORKDIR /app
# Only these decide what is installed: sources may change without a new download.
COPY package.json package-lock.json .npmrc ./
COPY packages/panel/package.json packages/panel/
COPY packages/sdk/package.json packages/sdk/
COPY packages/storefront/package.json packages/storefront/
COPY packages/widget/package.json packages/widget/
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY .swcrc nest-cli.json tsconfig.json ./
COPY scripts scripts
COPY migrations migrations
COPY src src
COPY packages packages
RUN npm run build
# The image brings its own Node; npm links the packages' copies of it into node_modules/.bin.
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@mirabel
# Fails the build, not the first start, when the binaries or their library links are not there.
RUN node --input-type=module -e "import { execFileSync } from 'node:child_process'; const { postgres } = await import('@embedded-postgres/linux-' + process.arch); execFileSync(postgres, ['--version'], { stdio: 'inherit' })"

FROM node:24-slim
# Indexes in pages of 2 MB, where the kernel gives them (docs/operations.md).
ENV GLIBC_TUNABLES=glibc.malloc.hugetlb=1
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    MB_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/scripts scripts
COPY --from=build /app/package.json package.json
# The service cannot change its own code; its data folder is all it may write.
RUN install -d -o 1000 -g 1000 -m 0700 /data
VOLUME /data
# A number, so that Kubernetes can check runAsNonRoot; it is the base image's user "node".
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
# The first start creates a database: it gets a minute before failures count.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/src/main.js"]
