import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { registerUpload } from '#app/invoices/intake/register_upload'
import { pagePicture } from '#app/invoices/queries/page_picture'
import { isDomainError } from '#app/kernel/domain_error'
import { makeUser } from '#tests/factories/people'

/** A file that no other test has sent: what follows the end of a PDF is not read. */
async function newFile(): Promise<Uint8Array> {
  const sample = await readFile('tests/reading/files/syn-bodega-1.pdf')
  return Buffer.concat([sample, Buffer.from(`\n% ${process.pid} ${Date.now()} ${Math.random()}\n`)])
}

test.group('Uploads', () => {
  test('a file sent twice at the same moment becomes one invoice, and the other sender is told', async ({
    assert,
  }) => {
    const [one, two] = [await makeUser('c0ntab1l1dad'), await makeUser('c0ntab1l1dad')]
    const bytes = await newFile()
    const upload = { name: 'factura.pdf', bytes, siteId: null, priority: 'normal', source: 'upload' } as const

    const tries = await Promise.allSettled([
      registerUpload(upload, one.actor),
      registerUpload(upload, two.actor),
    ])

    const refused = tries.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []))
    assert.lengthOf(refused, 1)
    assert.isTrue(isDomainError(refused[0]))
    assert.match(refused[0].message, /Este archivo ya se subió el .* \(factura FR-/)
  })

  test('its pages are drawn, once each, and there is none after the last', async ({ assert }) => {
    const { actor } = await makeUser('c0ntab1l1dad')
    const { invoiceId } = await registerUpload(
      { name: 'factura.pdf', bytes: await newFile(), siteId: null, priority: 'normal', source: 'upload' },
      actor
    )

    const [first, again, beyond] = await Promise.all([
      pagePicture(invoiceId, 1),
      pagePicture(invoiceId, 1),
      pagePicture(invoiceId, 2),
    ])

    assert.deepEqual([...(first ?? []).slice(1, 4)], [0x50, 0x4e, 0x47])
    assert.deepEqual(first, again)
    assert.isNull(beyond)
  })
})
