import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { makeIban } from '#tests/factories/books'
import { bringFile, previewOf, takeOn } from '#tests/factories/imports'
import { makeUser } from '#tests/factories/people'

test.group('Accounts to be blocked from a file', () => {
  test('a comment that is too long is kept in part, and that is said before', async ({ assert }) => {
    const { actor } = await makeUser('superC0ntab1l1dad')
    const [long, short] = [makeIban(), makeIban()]
    const rows = [`${long};fraude;${'a'.repeat(501)}`, `${short};fraude;${'b'.repeat(500)}`]
    const file = { name: 'lista.csv', bytes: Buffer.from(['IBAN;Motivo;Comentario', ...rows].join('\n')) }
    const importId = await bringFile('iban-blacklist', file, actor)

    const shown = (await previewOf('iban-blacklist', importId, actor)).rows
    await takeOn('iban-blacklist', importId, actor)

    assert.deepEqual(
      shown.map(({ rowNo, error, warning }) => [rowNo, error, warning]),
      [
        [2, null, 'El comentario tiene 501 letras: se guardan las primeras 500.'],
        [3, null, null],
      ]
    )
    const { comment } = await oneRow<{ comment: string }>(
      `select comment from iban_blacklist where value = :long`,
      { long }
    )
    assert.equal(comment, 'a'.repeat(500))
  })
})
