import { test } from '@japa/runner'
import fc from 'fast-check'
import { unzip, unzipEach, type ZipLimits, zippedNames } from '#app/files/zip/read_zip'
import { writeZip } from '#app/kernel/documents/zip_writer'
import { isDomainError } from '#app/kernel/domain_error'
import { type ZippedFile, zip } from '#tests/reading/hostile_uploads'

const MEGABYTE = 1024 * 1024
const ROOMY: ZipLimits = { bytesMax: MEGABYTE }

/** What both ways of opening it say: the names and sizes of its files, or why not. */
async function opened(bytes: Uint8Array, limits: ZipLimits): Promise<string[]> {
  const said = (name: string, size: number) => `${name} ${size}`
  const inOneGo = await told(async () =>
    unzip(bytes, limits).map(({ name, bytes: content }) => said(name, content.length))
  )
  const oneByOne = await told(async () => {
    const found: string[] = []
    for await (const { name, bytes: content } of unzipEach(bytes, limits))
      found.push(said(name, content.length))
    return found
  })
  if (JSON.stringify(inOneGo) !== JSON.stringify(oneByOne))
    throw new Error(`${inOneGo.join()} and ${oneByOne.join()}`)
  return inOneGo
}

async function told(open: () => Promise<string[]>): Promise<string[]> {
  try {
    return await open()
  } catch (error) {
    if (!isDomainError(error)) throw error
    return [`${error.code} ${error.field}: ${error.message}`]
  }
}

const file = (name: string, sizeBytes: number, more: Partial<ZippedFile> = {}): ZippedFile => ({
  name,
  data: Buffer.alloc(sizeBytes, 7),
  ...more,
})

test.group('Reading a ZIP', () => {
  test('gives every file by its name, in memory, folders left out', async ({ assert }) => {
    const bytes = zip([file('carpeta/', 0), file('../../etc/passwd', 3), file('año 😀.csv', 0)])

    assert.deepEqual(await opened(bytes, ROOMY), ['../../etc/passwd 3', 'año 😀.csv 0'])
    assert.deepEqual(zippedNames(bytes), ['../../etc/passwd', 'año 😀.csv'])
  })

  test('a name that is no UTF-8 is read all the same', ({ assert }) => {
    const bytes = Buffer.from(zip([file('a_o.csv', 1)]))
    for (let at = bytes.indexOf('a_o'); at >= 0; at = bytes.indexOf('a_o')) bytes[at + 1] = 0xf1

    assert.deepEqual(zippedNames(bytes), ['año.csv'])
  })

  test('is refused: {name}')
    .with([
      {
        name: 'too many files',
        files: [file('a', 1), file('b', 1), file('c', 1)],
        limits: { ...ROOMY, filesMax: 2, field: 'files' },
        said: 'E_ZIP_TOO_LARGE files: El fichero comprimido contiene más de 2 archivos.',
      },
      {
        name: 'too large as it says',
        files: [file('a', 2 * MEGABYTE)],
        limits: ROOMY,
        said: 'E_ZIP_TOO_LARGE file: El fichero ocupa más de 1 MB una vez descomprimido: divídalo en partes.',
      },
      {
        name: 'too large although it says little',
        files: [file('a', 2 * MEGABYTE, { declared: 10 })],
        limits: ROOMY,
        said: 'E_ZIP_TOO_LARGE file: El fichero ocupa más de 1 MB una vez descomprimido: divídalo en partes.',
      },
      {
        name: 'too large in all although each is small and says less',
        files: ['a', 'b', 'c'].map((name) => file(name, MEGABYTE / 2, { declared: 10 })),
        limits: ROOMY,
        said: 'E_ZIP_TOO_LARGE file: El fichero ocupa más de 1 MB una vez descomprimido: divídalo en partes.',
      },
      {
        name: 'one file too large',
        files: [file('a', MEGABYTE, { declared: 10 })],
        limits: { bytesMax: 20 * MEGABYTE, fileBytesMax: MEGABYTE / 2 },
        said: 'E_ZIP_TOO_LARGE file: El fichero comprimido contiene archivos demasiado grandes (más de 1 MB) u ocupa más de 20 MB una vez descomprimido: divídalo en partes.',
      },
      {
        name: 'a password',
        files: [file('a', 1, { flags: 0x801 })],
        limits: ROOMY,
        said: 'E_ZIP_UNREADABLE file: El fichero comprimido está protegido con contraseña.',
      },
      {
        name: 'a link',
        files: [file('a', 1, { mode: 0o120777 })],
        limits: ROOMY,
        said: 'E_ZIP_UNREADABLE file: El fichero comprimido contiene enlaces, que no se admiten.',
      },
    ])
    .run(async ({ assert }, { files, limits, said }) => {
      assert.deepEqual(await opened(zip(files), limits), [said])
    })

  test('what was cut off or changed anywhere is read or refused, and never breaks anything', async () => {
    const whole = zip([file('a.csv', 200), file('b.csv', 50)])

    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 0, max: 255 }),
        fc.boolean(),
        async (at, byte, isCut) => {
          const bytes = isCut ? whole.subarray(0, at) : Buffer.from(whole)
          if (!isCut) bytes[at] = byte
          await opened(bytes, ROOMY)
        }
      )
    )
  })

  test('what the product writes it reads', async ({ assert }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 500 }),
        fc.string({ maxLength: 20 }),
        async (data, stem) => {
          const pieces: Buffer[] = []
          for await (const piece of writeZip([{ name: `${stem}.bin`, content: [data] }])) pieces.push(piece)

          const [read] = unzip(Buffer.concat(pieces), ROOMY)

          assert.equal(read?.name, Buffer.from(`${stem}.bin`).toString())
          assert.deepEqual([...(read?.bytes ?? [])], [...data])
        }
      )
    )
  })
})
