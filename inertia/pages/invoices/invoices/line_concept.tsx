import { countText } from '~/kit/day'
import styles from './parts.module.css'
import type { Line } from './review_parts'
import text from './text.module.css'

/** What a line is for, what it is charged to, and why the machine chose so. */
export function LineConcept({ line }: { line: Line }) {
  const quantity = Number(line.quantity)
  return (
    <div className={styles.lineConcept}>
      <div>
        {line.concept}
        {quantity === 1 ? null : <span className={`${text.quiet} num`}> × {countText(quantity)}</span>}
      </div>
      {line.category === null ? (
        <span className={text.missing}>Sin clasificar</span>
      ) : (
        <span className={text.quiet} title={line.why ?? undefined}>
          {line.category}
          {line.accountCode ? <span className="num"> · {line.accountCode}</span> : null}
          {line.matchState === 'ambiguous' ? ' · por confirmar' : ''}
        </span>
      )}
    </div>
  )
}
