// The build reads the configuration, which wants a complete environment; nothing of it ends up in the build.
export const BUILD_ENVIRONMENT = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '3333',
  APP_NAME: 'Caudal',
  APP_KEY: 'only-for-the-build-step-0000000000000000',
  APP_URL: 'http://127.0.0.1:3333',
  LOG_LEVEL: 'info',
  DATA_DIR: 'data',
  DEMO: 'false',
  DATABASE_APP_URL: 'postgres://build@127.0.0.1:1/build',
  JOBS: 'off',
  SESSION_DRIVER: 'database',
  LIMITER_STORE: 'database',
  DRIVE_DISK: 'fs',
}
