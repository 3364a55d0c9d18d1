import app from '@adonisjs/core/services/app'
import testUtils from '@adonisjs/core/services/test_utils'
import { inertiaApiClient } from '@adonisjs/inertia/plugins/api_client'
import { sessionApiClient } from '@adonisjs/session/plugins/api_client'
import { shieldApiClient } from '@adonisjs/shield/plugins/api_client'
import { apiClient } from '@japa/api-client'
import { assert } from '@japa/assert'
import { pluginAdonisJS } from '@japa/plugin-adonisjs'
import { spec } from '@japa/runner/reporters'
import type { Config } from '@japa/runner/types'
import { closeBrowser } from '#tests/browser/browser'
import { countReporter } from '#tests/count_reporter'
import { beginFilesFresh } from '#tests/fresh_database'

const baseUrl = `http://${process.env.HOST}:${process.env.PORT}`

export const plugins: Config['plugins'] = [
  assert(),
  apiClient(baseUrl),
  pluginAdonisJS(app, { baseURL: baseUrl }),
  sessionApiClient(app),
  shieldApiClient(),
  inertiaApiClient(app),
]

export const reporters: Config['reporters'] = {
  activated: ['spec', 'count'],
  list: [spec(), countReporter],
}

export const runnerHooks: Required<Pick<Config, 'setup' | 'teardown'>> = { setup: [], teardown: [] }

export const configureSuite: Config['configureSuite'] = (suite) => {
  if (['http', 'browser'].includes(suite.name)) suite.setup(() => testUtils.httpServer().start())
  if (suite.name === 'database') beginFilesFresh(suite)
  if (suite.name === 'browser') suite.teardown(() => closeBrowser())
}
