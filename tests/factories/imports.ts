import type { Actor } from '#app/audit/record_event'
import { applyImport } from '#app/imports/actions/apply_import'
import { keepImport } from '#app/imports/actions/keep_import'
import { undoImport } from '#app/imports/actions/undo_import'
import { declaredImport } from '#app/imports/area_imports'
import type { Answers, Asked } from '#app/imports/define_import'
import { findWaiting } from '#app/imports/queries/find_import'
import { previewImport } from '#app/imports/queries/preview_import'

type Scope = number[] | 'all'
type Sent = { name: string; bytes: Uint8Array; scope?: Scope; answers?: Answers }

/** Brings a file in, as its page does. Gives its key. */
export async function bringFile(
  kind: string,
  { name, bytes, scope = 'all', answers = {} }: Sent,
  actor: Actor
): Promise<string> {
  return keepImport(await declaredImport(kind), { name, bytes }, { actor, scope, answers })
}

/** What the page shows of a file that waits. */
export async function previewOf(kind: string, importId: string, actor: Actor, scope: Scope = 'all') {
  const waiting = await findWaiting({ kind, importId, userId: actor.userId })
  if (!waiting) throw new Error(`No file ${importId} waits`)
  return previewImport(await declaredImport(kind), waiting, { actor, scope })
}

/** Takes a file on, as its page does. Gives how many rows it was. */
export async function takeOn(
  kind: string,
  importId: string,
  actor: Actor,
  { scope = 'all', wrongRows = 'refuse' }: { scope?: Scope; wrongRows?: 'refuse' | 'leave_out' } = {}
): Promise<number> {
  const declared = await declaredImport(kind)
  const { count } = await applyImport(declared, {
    importId,
    asked: { actor, scope },
    wrongRows,
    progress: null,
  })
  return count
}

/** Takes an import back, as its page does, for the system role. Gives how many rows it was. */
export async function takeBack(kind: string, importId: string, actor: Actor, scope: Scope = 'all') {
  return undoImport(await declaredImport(kind), { importId, scope, role: 's1st3ma' }, actor)
}

type ReadAs = { scope?: Scope; answers?: Answers; purpose?: Asked['purpose'] }

/** The rows of a text as an import reads them; looked at unless told. */
export async function readAs(
  kind: string,
  text: string,
  actor: Actor,
  { scope = 'all', answers = {}, purpose = 'look' }: ReadAs = {}
) {
  const declared = await declaredImport(kind)
  const opened = await declared.open({
    bytes: Buffer.from(text, 'utf8'),
    choice: {},
    sheet: null,
    asked: { actor, scope, answers, purpose },
  })
  return opened.rows
}
