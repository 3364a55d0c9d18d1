import type { Column } from '~/kit/list/list_types'

/** The least of a name, some thirty letters, and of another text, some twelve, in px. */
const NAME_MIN = 220
const TEXT_MIN = 96
/** Wider than this is not asked for while others need the room: what is longer is said under the pointer. */
const NAME_MAX = 460
const TEXT_MAX = 300

type Yielding = Pick<Column<never>, 'kind' | 'width'>
type Asked = { key: string; isName: boolean; min: number; wanted: number; whole: number }

/** Whether a column takes what width is left and cuts its text. */
export const yields = ({ kind, width }: Yielding): boolean =>
  kind === 'name' || kind === 'text' || width !== undefined

/** What a yielding column asks for when its longest text is so many px wide. */
export function askedWidth({ key, kind, width }: Yielding & { key: string }, longest: number): Asked {
  const isName = kind === 'name'
  const wanted = Math.ceil(Math.min(longest, isName ? NAME_MAX : (width ?? TEXT_MAX)))
  return {
    key,
    isName,
    min: Math.min(wanted, isName ? NAME_MIN : TEXT_MIN),
    wanted,
    whole: Math.max(wanted, Math.ceil(longest)),
  }
}

/**
 * Shares `free` px between the columns that yield: everybody gets what is wanted where there is room, then what is longer
 * still, and names the rest of it; where there is not, texts give way to their least before a name loses a letter. Never less than the least of each.
 */
export function shareWidth(asked: readonly Asked[], free: number): Record<string, number> {
  const names = asked.filter(({ isName }) => isName)
  const texts = asked.filter(({ isName }) => !isName)
  const left = free - sum(names.map(({ wanted }) => wanted)) - sum(texts.map(({ wanted }) => wanted))
  if (left >= 0) {
    const lacking = sum(asked.map(({ wanted, whole }) => whole - wanted))
    const part = lacking === 0 ? 0 : Math.min(1, left / lacking)
    const takers = names.length > 0 ? names : texts
    const rest = (left - lacking * part) / takers.length
    return widths(
      asked,
      (one) => one.wanted + (one.whole - one.wanted) * part + (takers.includes(one) ? rest : 0)
    )
  }
  const fromTexts = shrink(texts, -left)
  const fromNames = shrink(names, -left - sum([...fromTexts.values()]))
  return widths(asked, (one) => one.wanted - (fromTexts.get(one) ?? fromNames.get(one) ?? 0))
}

/** How much each gives of `missing`, by what it has above its least. */
function shrink(asked: readonly Asked[], missing: number): Map<Asked, number> {
  const spare = sum(asked.map(({ wanted, min }) => wanted - min))
  const part = spare === 0 ? 0 : Math.min(1, Math.max(0, missing) / spare)
  return new Map(asked.map((one) => [one, (one.wanted - one.min) * part]))
}

const widths = (asked: readonly Asked[], of: (one: Asked) => number) =>
  Object.fromEntries(asked.map((one) => [one.key, Math.floor(of(one))]))

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
