import { useRef, useState } from 'react'
import type { EditorName } from './review_types'

/** What takes a word clicked on the document: the field in which one is writing. */
export type WordTaker = { take: (word: string) => void }

/** What is being looked at and corrected on the review page; the server need not know. */
export function useReview() {
  const [activePlace, setActivePlace] = useState<string | null>(null)
  const [editor, setEditor] = useState<EditorName | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const taker = useRef<WordTaker | null>(null)

  function open(name: EditorName) {
    const focused = document.activeElement
    opener.current = focused instanceof HTMLElement ? focused : null
    setEditor(name)
  }

  function close() {
    setEditor(null)
    opener.current?.focus()
  }

  return {
    /** The place marked on the document. */
    activePlace,
    showPlace: setActivePlace,
    /** The correction that is open. */
    editor,
    open,
    close,
    toggle: (name: EditorName) => (editor === name ? close() : open(name)),
    taker,
  }
}

export type Review = ReturnType<typeof useReview>
