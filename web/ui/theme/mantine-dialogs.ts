// Styles of dialogs, sheets and drawers. Every component that renders one imports this file.
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Drawer.layer.css'

// The focus trap moves the focus without selecting the text of a field, which browsers do on Tab. Typed text
// would otherwise be appended.
window.addEventListener('keydown', ({ key, defaultPrevented }) => {
  const field = document.activeElement
  if (key === 'Tab' && defaultPrevented && field instanceof HTMLInputElement) field.select()
})
