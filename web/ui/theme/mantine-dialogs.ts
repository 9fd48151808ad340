// The styles of dialogs, sheets and drawers; whatever draws one imports this.
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Drawer.layer.css'

// The focus trap moves the focus by itself, without selecting the text of a field, as browsers do on Tab: what is
// typed next would be appended to it.
window.addEventListener('keydown', ({ key, defaultPrevented }) => {
  const field = document.activeElement
  if (key === 'Tab' && defaultPrevented && field instanceof HTMLInputElement) field.select()
})
