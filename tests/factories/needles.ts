/** A secret that may be found nowhere, and what it is. */
export type Needle = { what: string; text: string }

/** A shorter piece would be found by chance. */
const BASE64_MIN = 12
const PEM_LINE = /^[A-Za-z0-9+/=]{40,}$/

/**
 * Every form in which a secret may stand in bytes that somebody wrote: as it is, as addresses, forms and JSON write it, in
 * hexadecimal, and in base64 at each of the three places that it may have within a longer text. Of a PEM each line.
 */
export function formsOf({ text }: Needle): Buffer[] {
  const lines = text.split(/\r?\n/).filter((line) => PEM_LINE.test(line))
  if (lines.length > 1) return [...new Set(lines)].map((line) => Buffer.from(line))
  const forms = [
    text,
    encodeURIComponent(text),
    new URLSearchParams({ s: text }).toString().slice(2),
    JSON.stringify(text).slice(1, -1),
    Buffer.from(text).toString('hex'),
    ...within(text),
  ]
  return [...new Set(forms)].map((form) => Buffer.from(form))
}

/** What of its base64 does not hang on what stands before and after it. */
function within(text: string): string[] {
  const found: string[] = []
  for (const before of ['', 'x', 'xx']) {
    const bytes = Buffer.from(before + text)
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64')
    const own = whole.slice(before === '' ? 0 : 4)
    if (own.length >= BASE64_MIN) found.push(own, own.replaceAll('+', '-').replaceAll('/', '_'))
  }
  return found
}

/** Looks for secrets in bytes; gives what it found of them, once each. */
export class Search {
  private readonly forms: { what: string; form: Buffer }[]
  private readonly longest: number

  constructor(needles: readonly Needle[]) {
    this.forms = needles.flatMap((needle) => formsOf(needle).map((form) => ({ what: needle.what, form })))
    this.longest = Math.max(...this.forms.map(({ form }) => form.length))
  }

  in(bytes: Buffer | string): string[] {
    const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
    return [...new Set(this.forms.filter(({ form }) => buffer.includes(form)).map(({ what }) => what))]
  }

  /** The same in what comes piece by piece: nothing is missed that lies across two pieces. */
  async through(pieces: AsyncIterable<Buffer>): Promise<{ found: string[]; bytes: number }> {
    const found = new Set<string>()
    let rest = Buffer.alloc(0)
    let bytes = 0
    for await (const piece of pieces) {
      bytes += piece.length
      const joined = Buffer.concat([rest, piece])
      for (const what of this.in(joined)) found.add(what)
      rest = joined.subarray(Math.max(0, joined.length - this.longest))
    }
    return { found: [...found], bytes }
  }
}
