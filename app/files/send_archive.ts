import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { isStored, readFileBytes, type StoredFile } from '#app/files/store_file'
import { writeZip, type ZipPart } from '#app/kernel/documents/zip_writer'
import { attachmentHeader } from '#app/kernel/http/attachment'

/** A stored file and its name within the archive. */
export type Archived = { name: string; file: Pick<StoredFile, 'storageKey'> }

/**
 * Sends stored files in one archive. Each is read when its turn comes: never more than one is in memory. Those whose bytes
 * are not in the store are named in a text beside the others, which come all the same.
 */
export async function sendArchive({ response }: HttpContext, name: string, files: readonly Archived[]) {
  const there: Archived[] = []
  const gone: string[] = []
  for (const one of files) {
    if (await isStored(one.file)) there.push(one)
    else gone.push(one.name)
  }
  response.header('content-type', 'application/zip')
  response.header('content-disposition', attachmentHeader(name))
  response.header('cache-control', 'private, no-store')
  return response.stream(Readable.from(writeZip([...there.map(partOf), ...listOfGone(gone)])))
}

function partOf({ name, file }: Archived): ZipPart {
  async function* content() {
    yield await readFileBytes(file)
  }
  return { name, content: content() }
}

function listOfGone(names: readonly string[]): ZipPart[] {
  if (names.length === 0) return []
  return [
    {
      name: 'ARCHIVOS NO DISPONIBLES.txt',
      content: [
        `Estos archivos constan en el registro, pero no se encuentran en el almacén:\r\n\r\n${names.join('\r\n')}\r\n`,
      ],
    },
  ]
}
