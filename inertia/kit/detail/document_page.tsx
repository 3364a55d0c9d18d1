import { type CSSProperties, useEffect, useRef, useState } from 'react'
import type { Tone } from '~/kit/status_badge'
import styles from './viewer.module.css'

type Place = { page: number; x: number; y: number; width: number; height: number }

/** A marked place: `page` from 1, the rest in fractions (0 to 1) of the page. */
export type DocumentBox = Place & { id: string; label: string; tone?: Tone }
export type DocumentWord = Place & { text: string }

type Props = {
  url: string
  label: string
  zoom: number
  boxes: DocumentBox[]
  activeBox: string | null
  words: DocumentWord[]
  onWord?: (word: DocumentWord) => void
  onBox?: (box: DocumentBox) => void
}

/** One page image with its marks above it. */
export function DocumentPage({ url, label, zoom, boxes, activeBox, words, onWord, onBox }: Props) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const active = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark moves into view when it changes or the page arrives
  useEffect(() => {
    if (active.current) centre(active.current)
  }, [activeBox, state])
  return (
    <div
      className={styles.page}
      style={{ width: `${zoom * 100}%` }}
      data-state={state}
      aria-busy={state === 'loading'}
    >
      {state === 'loading' ? <p className={styles.none}>Cargando la página…</p> : null}
      {state === 'failed' ? <p className={styles.none}>No se ha podido cargar la página.</p> : null}
      <img
        src={url}
        alt={label}
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
        hidden={state !== 'shown'}
      />
      {state === 'shown' && onWord
        ? words.map((word, index) => (
            <button
              key={index}
              type="button"
              tabIndex={-1}
              className={styles.word}
              style={placed(word)}
              title={word.text}
              aria-label={`Usar «${word.text}»`}
              onClick={() => onWord(word)}
            />
          ))
        : null}
      {(state === 'shown' ? boxes : []).map((box) => (
        <button
          key={box.id}
          ref={box.id === activeBox ? active : undefined}
          type="button"
          className={styles.box}
          data-tone={box.tone ?? 'blue'}
          data-active={box.id === activeBox || undefined}
          style={placed(box)}
          title={box.label}
          aria-label={box.label}
          onClick={() => onBox?.(box)}
        />
      ))}
    </div>
  )
}

function placed({ x, y, width, height }: Place): CSSProperties {
  const percent = (fraction: number) => `${fraction * 100}%`
  return { left: percent(x), top: percent(y), width: percent(width), height: percent(height) }
}

// Only the viewer scrolls: the page around it stays where the reader is.
function centre(mark: HTMLElement) {
  const view = mark.closest<HTMLElement>('[data-viewer-scroll]')
  if (!view) return
  const place = mark.getBoundingClientRect()
  const frame = view.getBoundingClientRect()
  view.scrollBy({
    top: place.top + place.height / 2 - frame.top - frame.height / 2,
    left: place.left + place.width / 2 - frame.left - frame.width / 2,
  })
}
