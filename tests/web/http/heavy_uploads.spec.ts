import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { makeSignedIn } from '#tests/factories/sign_in'
import { hollowWorkbook } from '#tests/factories/workbooks'

const REFUSAL = 'El fichero ocupa más de 80 MB una vez descomprimido: divídalo en partes.'
const DOORS = [
  ['/paysuppliers/upload', 'superC0ntab1l1dad'],
  ['/paypayrolls/upload', 'superC0ntab1l1dad'],
  ['/employees/imports', 'superC0ntab1l1dad'],
  ['/providers/imports', 'superC0ntab1l1dad'],
  ['/historypay/imports', 'superC0ntab1l1dad'],
  ['/profile-manager/imports', 'superC0ntab1l1dad'],
] as const

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>

const send = (client: ApiClient, path: string, { session }: SignedIn, bytes: Buffer) =>
  client
    .post(path)
    .withSession(session)
    .withCsrfToken()
    .header('accept', 'application/json')
    .redirects(0)
    .file('file', bytes, { filename: 'libro.xlsx' })

test.group('Workbooks made to stop the machine', () => {
  for (const [path, role] of DOORS)
    test(`${path} refuses one that unpacks to 200 MB at its file`, async ({ assert, client }) => {
      const answer = await send(client, path, await makeSignedIn(role), await hollowWorkbook(2_500_000))
      assert.equal(answer.status(), 422, answer.text())
      assert.deepEqual(answer.body(), { errors: { file: REFUSAL } })
    })

  test('others are answered while one is read', async ({ assert, client }) => {
    const person = await makeSignedIn('superC0ntab1l1dad')
    const events: string[] = []
    const upload = send(client, '/providers/imports', person, await hollowWorkbook(500_000)).then(
      (answer) => {
        events.push('upload')
        return answer
      }
    )
    for (let asked = 0; asked < 5; asked++) {
      const health = await client.get('/health')
      events.push(String(health.status()))
    }
    await upload
    assert.deepEqual(events, ['200', '200', '200', '200', '200', 'upload'])
  })
})
