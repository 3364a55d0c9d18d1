import type { Asked, DeclaredImport } from '#app/imports/define_import'
import { findProgress, findWaiting } from '#app/imports/queries/find_import'
import { findDone, listImports } from '#app/imports/queries/list_imports'
import { previewImport } from '#app/imports/queries/preview_import'

type Viewer = Omit<Asked, 'purpose' | 'answers'> & { userId: number; role: string }

/**
 * What the page of an import shows: the upload with what was imported before, the preview of a file that waits, the progress
 * of one that is being taken on, or what one became. Null when the viewer has no such import.
 */
export async function importPage(declared: DeclaredImport, importId: string | null, viewer: Viewer) {
  const waiting = importId
    ? await findWaiting({ kind: declared.kind, importId, userId: viewer.userId })
    : null
  const done = importId && !waiting ? await findDone(declared, importId, viewer) : null
  if (importId && !waiting && !done) return null
  return {
    about: aboutOf(declared),
    preview: waiting?.status === 'uploaded' ? await previewImport(declared, waiting, viewer) : null,
    progress:
      waiting?.status === 'applying'
        ? { name: waiting.fileName, ...((await findProgress(waiting.id)) ?? { done: 0, total: null }) }
        : null,
    result: done,
    imports: importId ? [] : await listImports(declared, viewer),
  }
}

function aboutOf(declared: DeclaredImport) {
  const { title, subtitle, help, fileLabel, nouns, at, submit, shown, wrongRows } = declared
  const columns = Object.values(declared.columns)
  const titles = (isNeeded: boolean) =>
    columns.filter((column) => (column.isNeeded ?? false) === isNeeded).map((column) => column.title)
  return {
    title,
    subtitle,
    help: help ?? null,
    fileLabel: fileLabel ?? 'Fichero de Excel o CSV',
    nouns,
    urls: { create: at.create, files: at.files, upload: at.upload ?? at.files, back: at.back },
    submit: { verb: submit?.verb ?? 'Importar', color: submit?.color ?? null },
    needed: titles(true),
    further: titles(false),
    questions: (declared.questions ?? []).map((question) => ({
      ...question,
      help: question.help ?? null,
      isNeeded: question.isNeeded ?? false,
    })),
    shown: [...shown],
    wrongRows,
  }
}
