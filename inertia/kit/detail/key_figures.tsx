import { Link } from '@inertiajs/react'
import type { ReactNode } from 'react'
import styles from './figures.module.css'

export type KeyFigure = { label: string; value: ReactNode; hint?: string; href?: string }

/** Three to five figures under the head of a page, each a link to what it counts. */
export function KeyFigures({ figures }: { figures: KeyFigure[] }) {
  return (
    <ul className={styles.row}>
      {figures.map((figure) => (
        <li key={figure.label}>
          {figure.href ? (
            <Link href={figure.href} className={styles.figure}>
              <FigureText figure={figure} />
            </Link>
          ) : (
            <div className={styles.figure}>
              <FigureText figure={figure} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function FigureText({ figure }: { figure: KeyFigure }) {
  return (
    <>
      <span className={styles.label}>
        {figure.label}
        {figure.hint ? <span className={styles.hint}>{figure.hint}</span> : null}
      </span>
      <span className={`${styles.value} num`}>{figure.value}</span>
    </>
  )
}
