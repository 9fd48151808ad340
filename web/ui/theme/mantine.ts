// Styles of the Mantine components that the console uses. Mantine's complete style sheet is not imported,
// because its compressed size is 42 kB. The styles are in a cascade layer, so that the console's rules
// override them, whatever the order of chunks. The imports are in the same order as in Mantine. The sign-in
// page needs only this file. mantine-console.ts and mantine-dialogs.ts add more styles. If only one module
// uses a component, that module imports the component's styles.
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Tabs.layer.css'
