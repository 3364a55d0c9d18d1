import { defineConfig } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import env from '#start/env'

export const appUrl = env.get('APP_URL')

export const http = defineConfig({
  generateRequestId: true,
  allowMethodSpoofing: false,
  useAsyncLocalStorage: false,
  trustProxy: () => env.get('TRUST_PROXY', false),
  cookie: {
    path: '/',
    maxAge: '12h',
    httpOnly: true,
    secure: appUrl.startsWith('https:'),
    sameSite: 'lax',
  },
  redirect: { forwardQueryString: false },
})

export const inDevelopment = app.inDev
