import { defineConfig } from '@adonisjs/core/app'
import { codegen } from './bin/codegen.js'

export default defineConfig({
  experimental: {},
  commands: [() => import('@adonisjs/core/commands'), () => import('@adonisjs/lucid/commands')],
  directories: { controllers: 'app', models: 'app', middleware: 'app/web/middleware' },
  providers: [
    () => import('@adonisjs/core/providers/app_provider'),
    () => import('@adonisjs/core/providers/hash_provider'),
    () => import('@adonisjs/core/providers/vinejs_provider'),
    () => import('@adonisjs/core/providers/edge_provider'),
    () => import('@adonisjs/session/session_provider'),
    () => import('#app/web/vite_provider'),
    () => import('@adonisjs/shield/shield_provider'),
    () => import('@adonisjs/static/static_provider'),
    () => import('@adonisjs/lucid/database_provider'),
    () => import('@adonisjs/inertia/inertia_provider'),
    () => import('@adonisjs/auth/auth_provider'),
    () => import('@adonisjs/limiter/limiter_provider'),
    () => import('@adonisjs/drive/drive_provider'),
    () => import('@adonisjs/mail/mail_provider'),
    () => import('#app/web/app_provider'),
    () => import('#app/web/areas_provider'),
  ],
  preloads: [() => import('#start/routes'), () => import('#start/kernel')],
  tests: {
    suites: [
      {
        name: 'unit',
        files: [
          'tests/{reading,unit}/**/*.spec.{ts,js}',
          'tests/kernel/*.spec.{ts,js}',
          'tests/*/{statements,files,audit}/**/*.spec.{ts,js}',
        ],
        timeout: 60_000,
      },
      { name: 'database', files: ['tests/*/{actions,queries,database}/**/*.spec.{ts,js}'], timeout: 60_000 },
      { name: 'http', files: ['tests/*/http/**/*.spec.{ts,js}'], timeout: 60_000 },
      { name: 'browser', files: ['tests/browser/**/*.spec.{ts,js}'], timeout: 300_000 },
    ],
    forceExit: true,
  },
  metaFiles: [
    { pattern: 'resources/**', reloadServer: false },
    { pattern: 'public/**', reloadServer: false },
    { pattern: 'app/demo/files/**', reloadServer: false },
  ],
  hooks: {
    init: [codegen()],
    buildStarting: [() => import('@adonisjs/vite/build_hook')],
  },
})
