// Styles of the Mantine components in use, because all of them are 42 kB compressed. They are in a layer, so
// that our rules win in any order of chunks. The order is Mantine's. The sign-in page needs these;
// mantine-console.ts and mantine-dialogs.ts add more, and a component used once imports its own.
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
