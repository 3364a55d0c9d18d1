import { deflateRawSync, deflateSync } from 'node:zlib'
import { writeObjects } from '#tests/reading/tiny_pdf'

export type HostileFile = { name: string; bytes: () => Uint8Array; message: RegExp }

const text = (content: string) => Buffer.from(content, 'utf8')
const megabyte = 1024 * 1024

function chunk(kind: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const parts = [Buffer.alloc(4), body, Buffer.alloc(4)]
  parts[0]?.writeUInt32BE(data.length)
  parts[2]?.writeUInt32BE(crc32(body))
  return Buffer.concat(parts)
}

function crc32(data: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** A PNG that says how large it is; its pixels are a few bytes of nothing. */
function hugePng(side: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(megabyte))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function pdfOfPages(count: number): Uint8Array {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ')
  return writeObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    ...Array.from({ length: count }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'),
  ])
}

const catalog = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']
const script = writeObjects([
  '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\); while\\(true\\){}) >> >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
])
const ubl = (body: string, prolog = '') =>
  `<?xml version="1.0"?>${prolog}<Invoice xmlns:xi="http://www.w3.org/2001/XInclude">${body}</Invoice>`
const laughs = Array.from(
  { length: 9 },
  (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`
).join('')
const noDtd = /DTD o entidades/
const noInvoice = /no es una factura Facturae, UBL ni CII/
const utf16 = (content: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(content, 'utf16le')])

/** Files that the reader refuses, with the words it does so in (reliability S4 and S5). */
export const hostileFiles: HostileFile[] = [
  { name: 'empty', bytes: () => new Uint8Array(), message: /está vacío/ },
  { name: 'beyond 25 MB', bytes: () => Buffer.alloc(26 * megabyte, 0x20), message: /máximo de 25 MB/ },
  {
    name: 'PDF of 200 MB',
    bytes: () => Buffer.concat([script, Buffer.alloc(200 * megabyte)]),
    message: /máximo de 25 MB/,
  },
  { name: 'PDF of 500 pages', bytes: () => pdfOfPages(500), message: /más de 60 páginas/ },
  {
    name: 'PDF with a password',
    bytes: () =>
      Buffer.from(
        Buffer.from(
          writeObjects([
            ...catalog,
            `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
          ])
        )
          .toString('latin1')
          .replace(
            '/Root 1 0 R',
            `/Root 1 0 R /Encrypt 3 0 R /ID [<${'43'.repeat(16)}> <${'43'.repeat(16)}>]`
          ),
        'latin1'
      ),
    message: /protegido con contraseña/,
  },
  { name: 'PDF with a script and nothing to read', bytes: () => script, message: /páginas legibles/ },
  {
    name: 'PDF cut off',
    bytes: () => Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type'),
    message: /dañado|legibles/,
  },
  {
    name: 'PDF, page and script in one',
    bytes: () => Buffer.concat([text('<html><script>alert(1)</script>%PDF-1.4\n'), Buffer.from('/*')]),
    message: /dañado|legibles/,
  },
  {
    name: 'PDF whose stream unfolds to 300 MB',
    bytes: () =>
      writeObjects([
        ...catalog,
        { dictionary: '/Filter /FlateDecode', data: deflateSync(Buffer.alloc(300 * megabyte)) },
      ]),
    message: /demasiado grandes/,
  },
  { name: 'PNG of 50,000 by 50,000', bytes: () => hugePng(50_000), message: /dañada o es demasiado grande/ },
  { name: 'PNG that is 9,000 by 9,000 in one megabyte', bytes: () => hugePng(9_000), message: /imagen/ },
  {
    name: 'TIFF broken',
    bytes: () => Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 255, 255]),
    message: /imagen/,
  },
  {
    name: 'HEIC broken',
    bytes: () =>
      Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64, 7)]),
    message: /imagen/,
  },
  { name: 'JPEG broken', bytes: () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), message: /imagen/ },
  {
    name: 'SVG with a script',
    bytes: () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    message: noInvoice,
  },
  {
    name: 'virus of the testers',
    // The EICAR string, put together here so that no scanner stumbles over this file.
    bytes: () => text(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')),
    message: /Formato no admitido/,
  },
  { name: 'ZIP', bytes: () => zip([{ name: 'a.pdf', data: script }]), message: /Formato no admitido/ },
  {
    name: 'XML with an external entity',
    bytes: () => text(ubl('<ID>&x;</ID>', '<!DOCTYPE Invoice [<!ENTITY x SYSTEM "file:///etc/passwd">]>')),
    message: noDtd,
  },
  {
    name: 'XML with a billion laughs',
    bytes: () => text(ubl('<ID>&l9;</ID>', `<!DOCTYPE Invoice [<!ENTITY l0 "ja">${laughs}]>`)),
    message: noDtd,
  },
  {
    name: 'XML with a DTD elsewhere',
    bytes: () => text(ubl('<ID>1</ID>', '<!DOCTYPE Invoice SYSTEM "http://example.com/x.dtd">')),
    message: noDtd,
  },
  {
    name: 'XML with an entity in UTF-16',
    bytes: () => utf16(ubl('<ID>&x;</ID>', '<!DOCTYPE Invoice [<!ENTITY x SYSTEM "file:///etc/passwd">]>')),
    message: noDtd,
  },
  {
    name: 'XML that includes a file',
    bytes: () => text(ubl('<xi:include href="file:///etc/passwd" parse="text"/>')),
    message: noInvoice,
  },
  {
    name: 'XML of 24 MB in one deep pile',
    bytes: () => text(`<Invoice>${'<a>'.repeat(4 * megabyte)}${'x'.repeat(8 * megabyte)}`),
    message: /dañado|no es una factura|memoria/,
  },
  {
    name: 'XML of 200 MB',
    bytes: () => Buffer.concat([text('<?xml version="1.0"?><a>'), Buffer.alloc(200 * megabyte, 0x20)]),
    message: /máximo de 25 MB/,
  },
]

export type ZippedFile = { name: string; data: Uint8Array; mode?: number; flags?: number; declared?: number }

/** A ZIP, true to its entries or lying about their size. */
export function zip(files: ZippedFile[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, data, mode = 0o100644, flags = 0x800, declared } of files) {
    const packed = deflateRawSync(data)
    const title = Buffer.from(name, 'utf8')
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(declared ?? data.length, 18)
    common.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, title, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(mode * 65_536, 6)
    tail.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 3]), common, tail, title]))
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listed, end])
}
