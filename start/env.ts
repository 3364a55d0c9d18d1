import { Env } from '@adonisjs/core/env'

/** Everything a machine must be told; README.md explains each name. */
export default await Env.create(new URL('../', import.meta.url), {
  NODE_ENV: Env.schema.enum(['development', 'production', 'test'] as const),
  HOST: Env.schema.string({ format: 'host' }),
  PORT: Env.schema.number(),
  APP_NAME: Env.schema.string(),
  APP_KEY: Env.schema.secret(),
  APP_URL: Env.schema.string({ format: 'url', tld: false }),
  LOG_LEVEL: Env.schema.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const),
  DATA_DIR: Env.schema.string(),
  DEMO: Env.schema.boolean(),

  DATABASE_APP_URL: Env.schema.string(),
  DATABASE_URL: Env.schema.string.optional(),
  DATABASE_EMBEDDED: Env.schema.boolean.optional(),
  BACKUP_DIR: Env.schema.string.optional(),

  JOBS: Env.schema.enum(['inline', 'external', 'off'] as const),
  SESSION_DRIVER: Env.schema.enum(['database', 'memory'] as const),
  LIMITER_STORE: Env.schema.enum(['database', 'memory'] as const),
  TRUST_PROXY: Env.schema.boolean.optional(),
  FORCE_2FA: Env.schema.boolean.optional(),

  DRIVE_DISK: Env.schema.enum(['fs', 's3'] as const),
  S3_BUCKET: Env.schema.string.optional(),
  S3_REGION: Env.schema.string.optional(),
  S3_ENDPOINT: Env.schema.string.optional(),
  S3_ACCESS_KEY_ID: Env.schema.string.optional(),
  S3_SECRET_ACCESS_KEY: Env.schema.string.optional(),

  ECB_RATES_URL: Env.schema.string.optional({ format: 'url', tld: false }),

  CLAMAV_HOST: Env.schema.string.optional({ format: 'host' }),
  CLAMAV_PORT: Env.schema.number.optional(),

  SMTP_HOST: Env.schema.string.optional(),
  SMTP_PORT: Env.schema.number.optional(),
  SMTP_USERNAME: Env.schema.string.optional(),
  SMTP_PASSWORD: Env.schema.string.optional(),
  MAIL_FROM: Env.schema.string.optional(),
})
