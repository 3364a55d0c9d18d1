type Stream = { dictionary: string; data: Uint8Array }

/** Writes a PDF of one A4 page: lines of Helvetica from the foot upwards, over a JPEG that fills the page when given. */
export function tinyPdf(
  lines: string[],
  picture?: { jpeg: Uint8Array; width: number; height: number }
): Uint8Array {
  const text = lines.map((line, index) => `BT /F1 8 Tf 40 ${20 + index * 11} Td (${line}) Tj ET`).join('\n')
  const content = `${picture ? 'q 595 0 0 842 0 0 cm /Im1 Do Q\n' : ''}${text}`
  const objects: (string | Stream)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >>${picture ? ' /XObject << /Im1 6 0 R >>' : ''} >> >>`,
    { dictionary: '', data: Buffer.from(content, 'latin1') },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  if (picture)
    objects.push({
      dictionary: `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`,
      data: picture.jpeg,
    })
  return writeObjects(objects)
}

/** A PDF of nothing but its objects, each stream with its own dictionary. */
export function writeObjects(objects: (string | Stream)[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')]
  const offsets: number[] = []
  const add = (part: Uint8Array | string) =>
    parts.push(typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))
  const size = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const [index, object] of objects.entries()) {
    offsets.push(size())
    add(`${index + 1} 0 obj\n`)
    if (typeof object === 'string') add(object)
    else {
      add(`<< ${object.dictionary} /Length ${object.data.length} >>\nstream\n`)
      add(object.data)
      add('\nendstream')
    }
    add('\nendobj\n')
  }
  const table = size()
  add(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`
  )
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return Buffer.concat(parts)
}
