import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A certificate made here, with its key, both PEM: for the demo and for trials, signed by nobody but itself. */
export type MadeCertificate = { certificate: string; privateKey: string; bundle: Buffer }

const DAY_MS = 86_400_000
const DAYS_VALID = 1460

/** Makes one for a company, named as those of the Spanish authorities are (NIF as VATES in 2.5.4.97). */
export function makeCertificate({
  name,
  taxId,
  from = new Date(Date.now() - DAY_MS),
  days = DAYS_VALID,
}: {
  name: string
  taxId: string
  from?: Date
  days?: number
}): MadeCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const subject = sequence(
    attribute('2.5.4.6', printable('ES')),
    attribute('2.5.4.10', utf8(name)),
    attribute('2.5.4.97', utf8(`VATES-${taxId}`)),
    attribute('2.5.4.3', utf8(name))
  )
  const algorithm = sequence(oid('1.2.840.113549.1.1.11'), Buffer.from([0x05, 0x00]))
  const serial = randomBytes(8)
  serial[0] = (serial[0] ?? 0) & 0x7f || 1
  const spki = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    subject,
    sequence(time(from), time(new Date(from.getTime() + days * DAY_MS))),
    subject,
    spki
  )
  const signature = sign('sha256', body, privateKey)
  const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const certificate = `-----BEGIN CERTIFICATE-----\n${lines(whole.toString('base64'))}\n-----END CERTIFICATE-----`
  return {
    certificate,
    privateKey: privateKey.trim(),
    bundle: Buffer.from(`${certificate}\n${privateKey.trim()}\n`),
  }
}

const lines = (base64: string): string => (base64.match(/.{1,64}/g) ?? []).join('\n')

/** A value of DER with its tag and length. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, content])
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts))
const printable = (text: string): Buffer => der(0x13, Buffer.from(text, 'latin1'))
const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text, 'utf8'))

const attribute = (id: string, value: Buffer): Buffer => der(0x31, sequence(oid(id), value))

/** UTCTime, which holds until 2049. */
const time = (at: Date): Buffer =>
  der(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`, 'latin1'))

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
    digits.unshift((left & 0x7f) | 0x80)
  return digits
}
