import { Link } from '@inertiajs/react'
import styles from './sites.module.css'

type Props = {
  gaps: string[]
  blockers: { text: string; href: string | null }[]
  isDraft: boolean
  canWrite: boolean
  /** Somebody wanted to archive it: says why that is not possible yet. */
  isArchiving: boolean
}

/** What the company lacks: approvers for its documents, and what stands in the way of its next state. */
export function SiteNotices({ gaps, blockers, isDraft, canWrite, isArchiving }: Props) {
  const listed = isDraft || isArchiving ? blockers : []
  return (
    <>
      {!isDraft && gaps.length > 0 ? (
        <div className={styles.notice} role="status">
          {gaps.map((gap) => (
            <p key={gap}>{gap}</p>
          ))}
        </div>
      ) : null}
      {listed.length > 0 ? (
        <div className={styles.notice} role="status">
          <p>
            <strong>{headOf(isArchiving, canWrite)}</strong>
          </p>
          <ul>
            {listed.map(({ text, href }) => (
              <li key={text}>{href ? <Link href={href}>{text}</Link> : text}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )
}

function headOf(isArchiving: boolean, canWrite: boolean): string {
  if (isArchiving) return 'La empresa no se puede archivar todavía:'
  return canWrite ? 'Para activar la empresa falta:' : 'La empresa está en borrador. Falta:'
}
