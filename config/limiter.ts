import { defineConfig, stores } from '@adonisjs/limiter'
import env from '#start/env'

const limiterConfig = defineConfig({
  default: env.get('LIMITER_STORE'),
  stores: {
    database: stores.database({ tableName: 'rate_limits', connectionName: 'app' }),
    memory: stores.memory({}),
  },
})

export default limiterConfig

declare module '@adonisjs/limiter/types' {
  export interface LimitersList extends InferLimiters<typeof limiterConfig> {}
}
