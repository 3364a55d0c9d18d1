import { deflateRawSync } from 'node:zlib'
import { test } from '@japa/runner'
import { isOldOffice, sniffFile, sniffTable } from '#app/files/sniff_file'
import { formOf } from '#app/reading/pages/form_of_file'
import { zip } from '#tests/reading/hostile_uploads'

const latin = (text: string) => Buffer.from(text, 'latin1')
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

test.group('The kind of a file', () => {
  test('is told by its first bytes: {name}')
    .with([
      { name: 'PDF', bytes: latin('%PDF-1.7'), kind: 'pdf', form: 'pdf' },
      {
        name: 'PDF behind a few lines of a mail gateway',
        bytes: latin('X-Scan: ok\n\n%PDF-1.4'),
        kind: 'pdf',
        form: 'pdf',
      },
      { name: 'JPEG', bytes: latin('\xff\xd8\xff\xe0'), kind: 'jpg', form: 'image' },
      {
        name: 'JPEG that has a PDF in its comment',
        bytes: latin('\xff\xd8\xff\xfe\x00\x10%PDF-1.4'),
        kind: 'jpg',
        form: 'image',
      },
      { name: 'PNG', bytes: latin('\x89PNG\r\n'), kind: 'png', form: 'image' },
      { name: 'WebP', bytes: latin('RIFF\0\0\0\0WEBP'), kind: 'webp', form: 'image' },
      { name: 'HEIC', bytes: latin('\0\0\0\x18ftypheic'), kind: 'heic', form: 'image' },
      { name: 'TIFF of a PC', bytes: latin('II*\0'), kind: 'tif', form: 'image' },
      { name: 'TIFF of a Mac', bytes: latin('MM\0*'), kind: 'tif', form: 'image' },
      {
        name: 'ZIP with a PDF as it is',
        bytes: latin('PK\x03\x04\x14\0\0\0\0\0a.pdf%PDF-1.4'),
        kind: 'zip',
        form: 'unknown',
      },
      {
        name: 'ZIP',
        bytes: Buffer.from(zip([{ name: 'a', data: deflateRawSync('a') }])),
        kind: 'zip',
        form: 'unknown',
      },
      { name: 'ZIP without files', bytes: Buffer.from(zip([])), kind: 'zip', form: 'unknown' },
      { name: 'XML', bytes: latin('<?xml version="1.0"?><a/>'), kind: 'xml', form: 'xml' },
      {
        name: 'XML in UTF-16',
        bytes: Buffer.from('\ufeff<?xml version="1.0"?><a/>', 'utf16le'),
        kind: 'xml',
        form: 'xml',
      },
      {
        name: 'XML in UTF-16 that does not say so',
        bytes: Buffer.from('<?xml version="1.0"?><a/>', 'utf16le'),
        kind: null,
        form: 'xml',
      },
      { name: 'page of the web', bytes: latin('<!DOCTYPE html><html>'), kind: 'txt', form: 'xml' },
      { name: 'page of the web without its kind', bytes: latin('<html><body>'), kind: null, form: 'xml' },
      { name: 'drawing', bytes: latin('<svg xmlns="http://www.w3.org/2000/svg">'), kind: null, form: 'xml' },
      { name: 'table', bytes: latin('PK;Fecha;Importe\n'), kind: 'txt', form: 'unknown' },
      { name: 'nothing', bytes: latin(''), kind: null, form: 'unknown' },
      { name: 'program', bytes: latin('MZ\0\0'), kind: null, form: 'unknown' },
      { name: 'old Excel', bytes: OLD_OFFICE, kind: null, form: 'unknown' },
    ])
    .run(({ assert }, { bytes, kind, form }) => {
      assert.deepEqual([sniffFile(bytes)?.extension ?? null, formOf(bytes)], [kind, form])
    })

  test('old Excel and pages with tables are taken where only readers of tables open them', ({ assert }) => {
    assert.isTrue(isOldOffice(OLD_OFFICE))
    assert.equal(sniffTable(OLD_OFFICE)?.extension, 'xls')
    assert.equal(sniffTable(latin('<html><table>'))?.mime, 'text/plain')
    assert.isNull(sniffTable(latin('MZ\0\0')))
  })
})
