import { useRef, useState } from 'react'
import type { EditorName } from './review_types'

const question = 'La corrección que está escribiendo no se ha guardado. ¿Desea descartarla?'

/** What takes a word clicked on the document: the field in which one is writing. */
export type WordTaker = { take: (word: string) => void }

/** What is being looked at and corrected on the review page; the server need not know. */
export function useReview() {
  const [activePlace, setActivePlace] = useState<string | null>(null)
  const [editor, setEditor] = useState<EditorName | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const taker = useRef<WordTaker | null>(null)
  const isDirty = useRef(false)

  /** Whether nothing typed in the open correction is lost, or whoever typed it says that it may be. */
  const canClose = () => !isDirty.current || window.confirm(question)

  function open(name: EditorName) {
    if (editor !== null && editor !== name && !canClose()) return
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
    toggle: (name: EditorName) => (editor !== name ? open(name) : canClose() ? close() : undefined),
    /** Before something else is done with the invoice: closes the correction unless what is typed in it is to be kept. */
    leave() {
      if (editor === null) return true
      if (!canClose()) return false
      close()
      return true
    },
    taker,
    /** Set by the open correction while something in it is typed and not saved. */
    isDirty,
  }
}

export type Review = ReturnType<typeof useReview>
