// Styles of dialogs, sheets and drawers. Every component that renders one of these must import this file.
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Drawer.layer.css'

// When Tab moves the focus to a field, browsers select the field's text. Mantine's focus trap moves the focus
// itself and does not select the text, so typed text would be appended. This handler therefore selects the
// text.
window.addEventListener('keydown', ({ key, defaultPrevented }) => {
  const field = document.activeElement
  if (key === 'Tab' && defaultPrevented && field instanceof HTMLInputElement) field.select()
})
