import { configProvider } from '@adonisjs/core'
import { defineConfig } from '@adonisjs/session'
import { sessionTable } from '#app/web/session_table'
import { messagesWaitForPages } from '#app/web/waiting_messages'
import env from '#start/env'

const IDLE_MINUTES = 60

/** A session lives 60 minutes without use; its absolute end (12 hours) is kept in user_sessions. */
const sessionConfig = defineConfig({
  enabled: true,
  cookieName: 'caudal_session',
  clearWithBrowser: false,
  age: `${IDLE_MINUTES} minutes`,
  cookie: { path: '/', httpOnly: true, secure: env.get('APP_URL').startsWith('https:'), sameSite: 'lax' },
  store: env.get('SESSION_DRIVER'),
  stores: { database: () => sessionTable(IDLE_MINUTES) },
})

export default configProvider.create(async (app) => {
  const config = await sessionConfig.resolver(app)
  const waiting = Object.entries(config.stores).map(([name, store]) => [name, messagesWaitForPages(store)])
  return { ...config, stores: Object.fromEntries(waiting) as typeof config.stores }
})
