import { defineConfig, stores } from '@adonisjs/session'
import env from '#start/env'

/** A session lives 60 minutes without use; its absolute end (12 hours) is kept in user_sessions. */
export default defineConfig({
  enabled: true,
  cookieName: 'caudal_session',
  clearWithBrowser: false,
  age: '60 minutes',
  cookie: { path: '/', httpOnly: true, secure: env.get('APP_URL').startsWith('https:'), sameSite: 'lax' },
  store: env.get('SESSION_DRIVER'),
  stores: { database: stores.database({ connectionName: 'app', tableName: 'sessions' }) },
})
