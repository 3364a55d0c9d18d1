import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type CommittedRoute, writePages, writeRoutes } from '../codegen.js'
import { BUILD_ENVIRONMENT } from './build_environment.js'

type ListedDomain = { domain: string; routes: CommittedRoute[] }

/** Writes what pages and type checks import: the props of every page and the named routes. A fresh clone has neither. */
export async function generateTypes(): Promise<void> {
  await writePages()
  const listed = await promisify(execFile)(process.execPath, ['ace.js', 'list:routes', '--json'], {
    env: { ...process.env, ...BUILD_ENVIRONMENT },
    maxBuffer: 64 * 1024 * 1024,
  })
  const domains = JSON.parse(listed.stdout) as ListedDomain[]
  await writeRoutes(Object.fromEntries(domains.map(({ domain, routes }) => [domain, routes])))
}
