import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { forgetIncoming } from '#app/files/incoming'

/** Whatever became of a request, the files that came with it do not outlive it: what is kept of them is kept elsewhere. */
export default class IncomingFilesMiddleware {
  async handle({ request }: HttpContext, next: NextFn) {
    try {
      return await next()
    } finally {
      await forgetIncoming(pathsIn(request.allFiles()))
    }
  }
}

/** Files come by the name of their field, as deep as that goes: `lines[0][file]`. */
function pathsIn(files: unknown): string[] {
  if (typeof files !== 'object' || files === null) return []
  if ('tmpPath' in files && typeof files.tmpPath === 'string') return [files.tmpPath]
  return 'isMultipartFile' in files ? [] : Object.values(files).flatMap(pathsIn)
}
