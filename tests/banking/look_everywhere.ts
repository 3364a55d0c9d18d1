import router from '@adonisjs/core/services/router'
import type { ApiClient } from '@japa/api-client'
import { unzip } from '#app/files/zip/read_zip'
import { rows } from '#app/kernel/database/sql'
import { type Connected, type Shown, type Staff, stepUp } from '#tests/banking/canary_stage'
import { makeSignedIn } from '#tests/factories/sign_in'

const UNZIPPED_MAX = 50_000_000
const ROLES = ['s1st3ma', 'aprobador', 'superC0ntab1l1dad', 'c0ntab1l1dad'] as const
/** Their table is looked through whole; of their pages some are enough. */
const CALLS = 6
const LISTS = ['calls', 'beneficiaries', 'recipients']

/** Every page and file of the bank, as everybody sees it who may. */
export async function lookAt(connected: Connected): Promise<void> {
  const { client, staff, path, connectorId, shown } = connected
  const calls = await rows<{ id: number }>(
    `select id from connector_calls where connector_id = :connectorId order by status desc nulls first, id desc limit ${CALLS}`,
    { connectorId }
  )
  const patterns = readingPaths().filter((pattern) => pattern === path || pattern.startsWith(`${path}/`))
  for (const role of ROLES) {
    const { session } = role === 's1st3ma' ? staff : await makeSignedIn(role)
    await stepUp()
    for (const url of patterns.flatMap((pattern) => urlsOf(pattern, connected, calls))) {
      const page = await client.get(url).withSession(session).withInertia().redirects(0)
      shown.push({ where: `${role} ${url}`, bytes: page.text() ?? '' })
      if (role !== 's1st3ma') continue
      const html = await client.get(url).withSession(session).redirects(0)
      shown.push({ where: `${role} ${url} as HTML`, bytes: html.text() ?? '' })
    }
  }
  await takeFiles(connected)
}

async function takeFiles({ client, staff, path, connectorId, providerAccountId, shown }: Connected) {
  const account = `${path}/accounts/${providerAccountId}`
  const lists = [path, account, `${account}/report`, ...LISTS.map((name) => `${path}/${connectorId}/${name}`)]
  for (const list of lists)
    for (const format of ['csv', 'xlsx']) {
      const asked = client.get(list).qs({ export: format }).withSession(staff.session).redirects(0)
      asked.request.responseType('blob')
      const bytes = (await asked).body() as Buffer
      const where = `${list} as ${format}`
      if (!Buffer.isBuffer(bytes) || bytes[0] !== 0x50) shown.push({ where, bytes: String(bytes) })
      else
        for (const { bytes: part } of unzip(bytes, { bytesMax: UNZIPPED_MAX }))
          shown.push({ where, bytes: Buffer.from(part) })
    }
}

/** Every page of the product that needs no key: lists, what happened, background work, mails. */
export async function lookAround(client: ApiClient, { session }: Staff, shown: Shown[]): Promise<void> {
  const wanted = readingPaths().filter(
    (pattern) => !pattern.includes(':') && !/logout|stream|events|health/.test(pattern)
  )
  for (const url of wanted) {
    const page = await client.get(url).withSession(session).withInertia().redirects(0)
    shown.push({ where: url, bytes: page.text() ?? '' })
  }
}

const readingPaths = (): string[] =>
  Object.values(router.toJSON())
    .flat()
    .filter(({ methods }) => methods.includes('GET'))
    .map(({ pattern }) => (pattern.startsWith('/') ? pattern : `/${pattern}`))

function urlsOf(
  pattern: string,
  { connectorId, providerAccountId }: Connected,
  calls: readonly { id: number }[]
): string[] {
  const url = pattern.replace(':id', String(connectorId)).replace(':account', String(providerAccountId))
  if (url.includes(':call')) return calls.map(({ id }) => url.replace(':call', String(id)))
  return url.includes(':') ? [] : [url]
}
