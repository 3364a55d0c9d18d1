import { constants, type Dirent } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Member } from '#app/backup/archive/backup_archive'
import { readTar } from '#app/backup/archive/tar'
import { streamBaseBackup } from '#app/backup/base_backup'

type Sources = { filesDir: string | null; superuserUrl: string }

/** What went into a backup. */
export type Backed = { files: number; databaseBytes: number }

/**
 * Everything that a backup holds. Stored files come first and those that are new once more after the database: a file is
 * written before the row that names it and never changed, so that every row of the database as it was copied finds
 * its file, also when somebody has removed it meanwhile.
 */
export async function* backupMembers(
  { filesDir, superuserUrl }: Sources,
  backed: Backed
): AsyncGenerator<Member> {
  const known = new Set<string>()
  if (filesDir !== null) yield* storedFiles(filesDir, known, backed)
  yield { name: 'database', kind: 'folder', mode: 0o700, size: 0, content: NOTHING }
  for await (const member of readTar(streamBaseBackup(superuserUrl))) {
    const { kind } = member
    if (kind === 'other') throw new Error(`The database has «${member.name}», which cannot be backed up`)
    backed.databaseBytes += member.size
    yield { ...member, kind, name: `database/${member.name.replace(/^\.\//, '')}` }
  }
  if (filesDir !== null) yield* storedFiles(filesDir, known, backed)
}

const NOTHING: AsyncIterable<Buffer> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
}

async function* storedFiles(folder: string, known: Set<string>, backed: Backed): AsyncGenerator<Member> {
  for await (const name of fileNames(folder, '')) {
    if (known.has(name)) continue
    const member = await openFile(join(folder, name), `files/${name}`)
    if (member === null) continue
    known.add(name)
    backed.files++
    yield member
  }
}

/** Null for one that somebody has removed meanwhile. */
async function openFile(path: string, name: string): Promise<Member | null> {
  const file = await open(path, constants.O_RDONLY).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return null
  const { size } = await file.stat()
  async function* content(): AsyncGenerator<Buffer> {
    if (file === null) return
    try {
      if (size === 0) return
      yield* file.createReadStream({ autoClose: false, start: 0, end: size - 1 }) as AsyncIterable<Buffer>
    } finally {
      await file.close()
    }
  }
  return { name, kind: 'file', mode: 0o600, size, content: content() }
}

async function* fileNames(folder: string, below: string): AsyncGenerator<string> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException): Dirent[] => {
      if (error.code === 'ENOENT') return []
      throw error
    }
  )
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) yield* fileNames(folder, name)
    else if (entry.isFile()) yield name
  }
}
