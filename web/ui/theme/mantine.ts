// Styles of the Mantine components that the console uses. Mantine's complete styles are not imported, because
// they are 42 kB compressed. The imported styles are in a cascade layer, so that our rules override them
// whatever the order of chunks. The order of imports is Mantine's. The sign-in page needs only this file;
// mantine-console.ts and mantine-dialogs.ts add more, and a component that is used only once imports its own
// styles.
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
