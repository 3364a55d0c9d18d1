import { readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { test } from '@japa/runner'
import { incomingPath, sweepIncoming } from '#app/files/incoming'
import { makeSignedIn } from '#tests/factories/sign_in'

const left = () => readdir(dirname(incomingPath()))
const FILE = Buffer.from('Nombre;DNI\nAna;1')

test.group('Files that come with a request', (group) => {
  group.each.setup(async () => {
    await sweepIncoming(-1)
  })

  test('do not outlive it, whether it is taken or refused', async ({ client, assert }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const send = (path: string, field: string) =>
      client
        .post(path)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .file(field, FILE, { filename: 'a.csv' })

    const taken = await send('/employees/imports', 'file')
    const nested = await send('/employees/imports', 'lines[0][file]')
    const stranger = await client
      .post('/employees/imports')
      .redirects(0)
      .file('file', FILE, { filename: 'a.csv' })

    assert.deepEqual([taken.status(), nested.status(), stranger.status()], [302, 302, 302])
    assert.deepEqual(await left(), [])
  })

  test('of a process that died are swept away once no request can be about them', async ({ assert }) => {
    const [old, young] = [incomingPath(), incomingPath()]
    await Promise.all([old, young].map((path) => writeFile(path, 'x')))
    const yesterday = Date.now() / 1000 - 25 * 3600
    await utimes(old, yesterday, yesterday)

    assert.equal(await sweepIncoming(24), 1)
    assert.deepEqual(await left(), [young.slice(dirname(young).length + 1)])
  })
})
