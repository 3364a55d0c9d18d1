# The product in production: build once, run as web (default) or as worker (`npm run worker`).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3333 DATA_DIR=/data DEMO=false
WORKDIR /app
COPY --from=build /app /app
RUN mkdir -p /data && chown node:node /data /app
USER node
VOLUME /data
EXPOSE 3333
HEALTHCHECK --interval=30s --timeout=5s --start-period=90s CMD node -e "fetch('http://127.0.0.1:'+process.env.PORT+'/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["npm", "start"]
