import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { unpackUpload } from '#app/invoices/uploads/unpack_upload'
import { isDomainError } from '#app/kernel/domain_error'
import { closeRecognisers, readDocument } from '#app/reading/read_document'
import { hostileFiles, type ZippedFile, zip } from '#tests/reading/hostile_uploads'

const megabyte = 1024 * 1024
const pdf = await readFile(new URL('./files/syn-bodega-1.pdf', import.meta.url))

async function unpacked(name: string, bytes: Uint8Array): Promise<{ name: string; size: number }[]> {
  const found: { name: string; size: number }[] = []
  for await (const file of unpackUpload({ name, bytes }))
    found.push({ name: file.name, size: file.bytes.length })
  return found
}

test.group('Archivos hostiles', (group) => {
  group.teardown(() => closeRecognisers())

  test('«{name}» is refused in words that a person understands')
    .with(hostileFiles)
    .run(async ({ assert }, { bytes, message }) => {
      const refusal: unknown = await readDocument(bytes()).catch((error: unknown) => error)

      assert.isTrue(isDomainError(refusal), String(refusal))
      assert.match((refusal as Error).message, message)
    })
    .timeout(30_000)
})

test.group('ZIP y correo', () => {
  test('the documents of an archive come out by their bare names, other files stay inside', async ({
    assert,
  }) => {
    const files: ZippedFile[] = [
      { name: '../../etc/factura.pdf', data: pdf },
      { name: 'carpeta/\u202efdp.exe', data: Buffer.from('MZ\u0000\u0000') },
      { name: '__MACOSX/._factura.pdf', data: pdf },
      { name: 'leame.txt', data: Buffer.from('hola') },
      { name: '2/factura 😀.xml', data: Buffer.from('<?xml version="1.0"?><Facturae/>') },
    ]

    assert.deepEqual(await unpacked('marzo.zip', zip(files)), [
      { name: 'factura.pdf', size: pdf.length },
      { name: 'factura 😀.xml', size: 32 },
    ])
  })

  test('an archive is refused: {name}')
    .with([
      {
        name: 'in an archive',
        files: [{ name: 'b.zip', data: zip([{ name: 'a.pdf', data: pdf }]) }],
        message: /comprimido o correo dentro/,
      },
      {
        name: 'of 51 files',
        files: Array.from({ length: 51 }, (_, index) => ({ name: `${index}.pdf`, data: pdf })),
        message: /más de 50 archivos/,
      },
      { name: 'with a password', files: [{ name: 'a.pdf', data: pdf, flags: 0x801 }], message: /contraseña/ },
      {
        name: 'with a link',
        files: [{ name: 'a.pdf', data: Buffer.from('/etc/passwd'), mode: 0o120777 }],
        message: /enlaces/,
      },
      {
        name: 'with a bomb',
        files: [{ name: 'a.pdf', data: Buffer.alloc(64 * megabyte) }],
        message: /demasiado grandes/,
      },
      {
        name: 'with a bomb that lies',
        files: [{ name: 'a.pdf', data: Buffer.alloc(64 * megabyte), declared: 100 }],
        message: /demasiado grandes/,
      },
      {
        name: 'beyond 200 MB together',
        files: Array.from({ length: 12 }, (_, index) => ({
          name: `${index}.pdf`,
          data: Buffer.alloc(19 * megabyte),
        })),
        message: /demasiado grandes/,
      },
      {
        name: 'of no document',
        files: [{ name: 'a.txt', data: Buffer.from('hola') }],
        message: /no contiene ninguna factura/,
      },
    ])
    .run(async ({ assert }, { files, message }) => {
      await assert.rejects(() => unpacked('a.zip', zip(files)), message)
    })
    .timeout(30_000)

  test('one cut off is damaged', async ({ assert }) => {
    const whole = zip([{ name: 'a.pdf', data: pdf }])

    await assert.rejects(() => unpacked('a.zip', whole.subarray(0, whole.length - 30)), /dañado/)
  })

  test('the attachments of a mail come out, its logo does not', async ({ assert }) => {
    const mail = [
      'From: Bodega <facturas@bodega.example>',
      'To: facturas@hotel.example',
      'Subject: Factura',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain',
      '',
      'Adjuntamos la factura.',
      '--x',
      'Content-Type: image/png; name=logo.png',
      'Content-Disposition: inline; filename=logo.png',
      'Content-Transfer-Encoding: base64',
      '',
      'iVBORw0KGgo=',
      '--x',
      'Content-Type: application/pdf; name="factura.pdf"',
      'Content-Disposition: attachment; filename="factura.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      pdf.toString('base64').replace(/(.{76})/g, '$1\r\n'),
      '--x--',
    ].join('\r\n')

    assert.deepEqual(await unpacked('correo.eml', Buffer.from(mail)), [
      { name: 'factura.pdf', size: pdf.length },
    ])
  })

  test('an Outlook message that is damaged is refused', async ({ assert }) => {
    const bytes = Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.alloc(600),
    ])

    await assert.rejects(
      () => unpacked('correo.msg', bytes),
      /Outlook está dañado|no contiene ninguna factura/
    )
  })

  test('any other file is itself', async ({ assert }) => {
    assert.deepEqual(await unpacked('a.pdf', pdf), [{ name: 'a.pdf', size: pdf.length }])
  })
})
