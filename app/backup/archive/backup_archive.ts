import { createHash } from 'node:crypto'
import {
  DamagedArchive,
  readTar,
  TAR_END,
  type TarMember,
  tarHead,
  tarPadding,
} from '#app/backup/archive/tar'

/** What stands first in a backup: what it is and what it takes to restore it. No key and no password. */
export type BackupAbout = {
  format: 'caudal-backup'
  version: 1
  takenAt: string
  postgresMajor: number
  /** The cluster is the machine's own: it starts on one of the same kind. */
  platform: string
  arch: string
  /** The last migration of its database: a product that does not know it is older than the backup. */
  lastMigration: string
  /** Tells the key that its second factors are encrypted with, without telling anything of it. */
  keyFingerprint: string
  isDemo: boolean
  /** Stored files are in the archive, or stayed in the bucket. */
  filesIn: 'archive' | 's3'
}

/** What stands last: what was before it, so that nothing can be missing or changed. */
type Seal = { members: number; bytes: number; sha256: string }

export const ABOUT_NAME = 'caudal.json'
const SEAL_NAME = 'sello.json'
const JSON_MODE = 0o600
const JSON_BYTES_MAX = 64 * 1024
/** Nothing in a backup leads out of the folder it is written to. */
const NAME = /^(?:database|files)(?:\/[\w.-]+)*$/

export type Member = {
  name: string
  kind: 'file' | 'folder'
  mode: number
  size: number
  content: AsyncIterable<Buffer>
}

/** A backup as it is written, unpacked: what it is, its members one after the other, and the seal. */
export async function* writeBackup(
  about: BackupAbout,
  members: AsyncIterable<Member>
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const seal: Seal = { members: 0, bytes: 0, sha256: '' }
  const noted = (bytes: Buffer) => {
    hash.update(bytes)
    seal.bytes += bytes.length
    return bytes
  }
  for await (const bytes of jsonMember(ABOUT_NAME, about)) yield noted(bytes)
  for await (const member of members) {
    if (!isSafe(member.name)) throw new Error(`«${member.name}» is no name of a backup`)
    yield noted(tarHead(member))
    let written = 0
    for await (const bytes of member.content) {
      written += bytes.length
      yield noted(bytes)
    }
    if (written !== member.size) throw new Error(`«${member.name}» changed its size while it was read`)
    yield noted(tarPadding(member.size))
    seal.members++
  }
  yield* jsonMember(SEAL_NAME, { ...seal, sha256: hash.digest('hex') })
  yield TAR_END
}

/**
 * Reads a backup from its unpacked bytes and hands each member to `take`. Gives what it is, once its seal was
 * found to be whole. Throws `DamagedArchive` for one that is cut off or changed, and for what is no backup.
 */
export async function readBackup(
  chunks: AsyncIterable<Buffer>,
  take: (member: TarMember, about: BackupAbout) => Promise<void>
): Promise<BackupAbout> {
  const hash = createHash('sha256')
  const found: Seal = { members: 0, bytes: 0, sha256: '' }
  const noted = (bytes: Buffer) => {
    hash.update(bytes)
    found.bytes += bytes.length
  }
  let about: BackupAbout | null = null
  let isSealed = false
  for await (const member of readTar(chunks)) {
    if (isSealed) throw new DamagedArchive('lleva algo detrás de su sello')
    if (member.name === SEAL_NAME) {
      checkSeal(await jsonOf(member), { ...found, sha256: hash.digest('hex') })
      isSealed = true
      continue
    }
    noted(member.head)
    const content = tapped(member.content, noted)
    if (about === null) about = aboutOf(member.name, await jsonOf({ ...member, content }))
    else {
      if (member.kind === 'other' || !isSafe(member.name))
        throw new DamagedArchive(`contiene «${member.name}», que no pertenece a ninguna copia`)
      await take({ ...member, content }, about)
      found.members++
    }
    for await (const _rest of content);
    noted(tarPadding(member.size))
  }
  if (about === null || !isSealed) throw new DamagedArchive('está incompleta: le falta el sello')
  return about
}

function checkSeal(told: unknown, found: Seal): void {
  const { members, bytes, sha256 } = told as Partial<Seal>
  if (members !== found.members || bytes !== found.bytes || sha256 !== found.sha256)
    throw new DamagedArchive('su contenido no es el que se selló')
}

/** The same bytes, each told as it goes by; what is read in two turns goes on where it stopped. */
function tapped(content: AsyncIterable<Buffer>, tell: (bytes: Buffer) => void): AsyncIterable<Buffer> {
  const source = content[Symbol.asyncIterator]()
  const next = async (): Promise<IteratorResult<Buffer>> => {
    const part = await source.next()
    if (!part.done) tell(part.value)
    return part
  }
  return { [Symbol.asyncIterator]: () => ({ next }) }
}

function aboutOf(name: string, read: unknown): BackupAbout {
  const about = read as Partial<BackupAbout>
  if (name !== ABOUT_NAME || about.format !== 'caudal-backup')
    throw new DamagedArchive('no es una copia de Caudal')
  if (about.version !== 1) throw new DamagedArchive('es de un formato que esta versión no conoce')
  return about as BackupAbout
}

const isSafe = (name: string): boolean => NAME.test(name) && !name.split('/').includes('..')

async function* jsonMember(name: string, content: object): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(`${JSON.stringify(content, null, 2)}\n`)
  yield tarHead({ name, kind: 'file', mode: JSON_MODE, size: bytes.length })
  yield bytes
  yield tarPadding(bytes.length)
}

async function jsonOf(member: TarMember): Promise<unknown> {
  if (member.size > JSON_BYTES_MAX) throw new DamagedArchive('no es una copia de Caudal')
  const parts: Buffer[] = []
  for await (const part of member.content) parts.push(Buffer.from(part))
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    throw new DamagedArchive('no es una copia de Caudal')
  }
}
